import { type Address, type Hash, type Hex, isAddress, isHex } from 'viem'
import type { Dollars, Wei } from '../../loans/units.ts'
import { MAX_TIMESTAMP } from '../read/decodeLoan.ts'

/** Decoders of stored JSON: each returns the value as its type, or throws. */
export type Decode<T> = (value: unknown) => T

/** A decoder for every field of T, the optional ones too: a new field does not compile without it. */
export type Fields<T> = { [Name in keyof T]-?: Decode<T[Name]> }

const MAX_BYTES = 20_000

export const unixSeconds = integer(0, Number(MAX_TIMESTAMP))
export const amount: Decode<Dollars> = natural(2n ** 96n)
export const wei: Decode<Wei> = natural(2n ** 96n)
export const block = natural(2n ** 64n)

/** Fields that T does not have are dropped. */
export function record<T extends object>(decoders: Fields<T>): Decode<T> {
  return (value) => {
    const fields = fieldsOf(value)
    const decoded = Object.entries<Decode<unknown>>(decoders).map(([name, decode]) => [name, decode(fields[name])])
    return Object.fromEntries(decoded) as T
  }
}

type Variants<Tag extends string, Union extends Record<Tag, string>> = {
  [Name in Union[Tag]]: Fields<Omit<Extract<Union, Record<Tag, Name>>, Tag>>
}

/** A discriminated union: the other fields of each variant, by the name in its tag. */
export function oneOf<Tag extends string, Union extends Record<Tag, string>>(
  tag: Tag,
  variants: Variants<Tag, Union>,
): Decode<Union> {
  return (value) => {
    const name = fieldsOf(value)[tag]
    if (typeof name !== 'string' || !Object.hasOwn(variants, name)) return refuse(tag, name)
    const fields: Record<string, Decode<unknown>> = variants[name as Union[Tag]]
    return { [tag]: name, ...record(fields)(value) } as Union
  }
}

export function list<T>(decode: Decode<T>): Decode<T[]> {
  return (value) => (Array.isArray(value) ? value.map(decode) : refuse('list', value))
}

export function optional<T>(decode: Decode<T>): Decode<T | undefined> {
  return (value) => (value === undefined ? undefined : decode(value))
}

export function is<const T extends string | boolean | number>(...allowed: T[]): Decode<T> {
  return (value) => allowed.find((one) => one === value) ?? refuse(allowed.join(), value)
}

export function integer(min: number, max = Number.MAX_SAFE_INTEGER): Decode<number> {
  return (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && min <= value && value <= max ? value : refuse('number', value)
}

export function natural(max: bigint): Decode<bigint> {
  return (value) => (typeof value === 'bigint' && 0n <= value && value <= max ? value : refuse('amount', value))
}

export function text(maxLength: number): Decode<string> {
  return (value) => (typeof value === 'string' && value.length <= maxLength ? value : refuse('text', value))
}

export function address(value: unknown): Address {
  return typeof value === 'string' && isAddress(value, { strict: false }) ? value : refuse('address', value)
}

export function bytes(value: unknown): Hex {
  return isHex(value) && value.length % 2 === 0 && value.length <= 2 + 2 * MAX_BYTES ? value : refuse('bytes', value)
}

export function hash(value: unknown): Hash {
  return isHex(value) && value.length === 66 ? value : refuse('hash', value)
}

export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : refuse('object', value)
}

export function refuse(what: string, found: unknown): never {
  throw new Error(`An outbox has no ${what}, but ${String(found).slice(0, 100)}`)
}
