import en from './en.json' with { type: 'json' }

/** The English texts that come with the first screen. All of them; the build leaves out the frame's (scripts/frame-texts.ts). */
const texts: Readonly<Record<string, string>> = en
export default texts
