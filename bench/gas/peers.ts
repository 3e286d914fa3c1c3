/**
 * Gas of lending contracts that others have deployed. Measured once with forge 1.7.1 (`--isolate`: each command a transaction of
 * its own, with intrinsic gas, calldata, cold storage and the token's transfer) on their published sources, not in each run, and
 * before Amsterdam, which charges new state far more.
 * PWN stores only a hash of an offer and takes no money for it, hence the cheap `create`.
 */
export const PEERS: Record<string, Record<'create' | 'accept' | 'repay' | 'cancel' | 'life', number>> = {
  'PWN 1.3': { create: 61_686, accept: 391_829, repay: 123_723, cancel: 48_234, life: 577_238 },
  'Teller V2': { create: 359_528, accept: 184_777, repay: 164_588, cancel: 37_118, life: 708_893 },
  RCN: { create: 248_735, accept: 381_856, repay: 168_249, cancel: 78_864, life: 798_840 },
  Cooler: { create: 169_854, accept: 319_848, repay: 88_478, cancel: 59_984, life: 578_180 },
  Backed: { create: 190_319, accept: 102_515, repay: 96_927, cancel: 64_052, life: 389_761 },
}
