/** How light a color "#rrggbb" is, from 0 to 1, as WCAG reckons it. */
export const luminance = (hex: string): number => {
  const part = (at: number) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
};

/** Above this, black is easier to read on a color than white. */
const MIDDLE = 0.179;

/** The color of text that is read on a business's own. */
export const inkOn = (color: string): "#000000" | "#ffffff" => (luminance(color) > MIDDLE ? "#000000" : "#ffffff");
