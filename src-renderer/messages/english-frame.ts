import en from './en.json' with { type: 'json' }

/** The English texts of the page's first load. All of them; the build leaves those of the frame (scripts/frame-texts.ts). */
const texts: Readonly<Record<string, string>> = en
export default texts
