const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const EXTENDED = "^{}\\[~]|€\f";

/** How many segments a carrier bills for a text: 160 characters, 153 each when there are several; 70 and 67 outside the GSM alphabet. */
export function segmentsOf(text: string): number {
  let units = 0;
  for (const char of text) {
    if (EXTENDED.includes(char)) units += 2;
    else if (BASIC.includes(char)) units += 1;
    else return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
  }
  return units <= 160 ? 1 : Math.ceil(units / 153);
}
