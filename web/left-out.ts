import type { Plugin } from "vite";

/** What libraries always import and this client never lets happen: ripples, other than outlined fields (ui/theme/theme-controls.ts), and emotion's withTheme. */
const LEFT_OUT: readonly (readonly [by: RegExp, what: RegExp])[] = [
  [/\/@mui\/material\//, /^\.{1,2}\/(ButtonBase\/)?TouchRipple\.mjs$|^\.\.\/(FilledInput|Input)\/index\.mjs$/],
  [/\/@emotion\/react\//, /^hoist-non-react-statics$/],
];
const NOTHING = "\0left-out";

/** In their place stands a component that draws nothing. */
export const leftOut = (): Plugin => ({
  name: "left-out",
  enforce: "pre",
  apply: "build",
  resolveId: (source, importer = "") => (LEFT_OUT.some(([by, what]) => by.test(importer) && what.test(source)) ? NOTHING : undefined),
  load: (id) => (id === NOTHING ? { code: "export default () => null;", moduleSideEffects: false } : undefined),
});
