import { type IconName, iconPath, strokeOf } from "../icon-paths.ts";

/** A line icon beside words that say the same. */
export const Glyph = ({ name }: { name: IconName }) => (
  <svg className="ll-glyph" viewBox="0 0 24 24" strokeWidth={strokeOf(name)} aria-hidden="true">
    <path d={iconPath(name)} />
  </svg>
);
