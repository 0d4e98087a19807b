const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const EXTENDED = "^{}\\[~]|€\f";

/** How many segments the carrier bills: 160/153 in the GSM alphabet, 70/67 otherwise. */
export function segments(body: string): number {
  let units = 0;
  for (const char of body) {
    if (EXTENDED.includes(char)) units += 2;
    else if (BASIC.includes(char)) units += 1;
    else return unicode(body.length);
  }
  return units <= 160 ? 1 : Math.ceil(units / 153);
}

function unicode(units: number): number {
  return units <= 70 ? 1 : Math.ceil(units / 67);
}
