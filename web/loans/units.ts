/*
 * Units of money, told apart by the compiler: wei cannot be passed for dollars, nor dollars for wei. Plain bigints fit both, so
 * that literals and the results of arithmetic need no cast. Nothing of it is there at run time.
 */

export type Wei = bigint & { readonly unit?: 'wei' }

/** In millionths of a dollar, the token's smallest unit. */
export type Dollars = bigint & { readonly unit?: 'dollars' }
