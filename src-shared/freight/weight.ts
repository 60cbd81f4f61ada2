/** A weight in pounds to the hundredth, which is the finest that one is given in: a sum of binary fractions is not. */
export const toHundredths = (pounds: number): number => Math.round(pounds * 100) / 100
