import { inkOn } from "@leashline/proto/rules/own-color.ts";

/** A header in a business's own color, "#rrggbb", with text that is read on it whatever the scheme; empty for ours. */
export const inOwnColor = (color: string) =>
  color ? { bgcolor: color, color: inkOn(color) } : { bgcolor: "primary.main", color: "primary.contrastText" };

/** The same as a plain style; nothing where the style sheet's colors hold. */
export const ownColors = (color: string) => (color ? { backgroundColor: color, color: inkOn(color) } : {});
