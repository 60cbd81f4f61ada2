/** Codes that share their category and subcategory: code, Spanish description, English description. */
export interface CodeFamily {
  category: string
  subcategory: string
  codes: readonly (readonly [code: string, es: string, en: string])[]
}
