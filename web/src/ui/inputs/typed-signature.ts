/** Capitals drawn with one pen on a grid of 4 by 6, y downwards: strokes of points, two digits each. */
const LETTERS: Readonly<Record<string, string>> = {
  A: "062046|1434",
  B: "06003041423303|3344453606",
  C: "4130100105163645",
  D: "06003041453606",
  E: "40000646|0333",
  F: "400006|0333",
  G: "41301001051636454323",
  H: "0006|4046|0343",
  I: "2026",
  J: "4045361605",
  K: "0006|400346",
  L: "000646",
  M: "0600234046",
  N: "06004640",
  O: "103041453616050110",
  P: "06003041423303",
  Q: "103041453616050110|2446",
  R: "06003041423303|2346",
  S: "413010010213334445361605",
  T: "0040|2026",
  U: "000516364540",
  V: "002640",
  W: "0016233640",
  X: "0046|4006",
  Y: "002340|2326",
  Z: "00400646",
};
/** For letters of other scripts. */
const WAVE = "0413243342";
const STEP = 5.2;

/** A name as lines in the box of a signature (1000 by 400), for whoever signs without a finger or a mouse; empty where nothing is typed. */
export function signatureOfName(name: string): string {
  const letters = [...name.trim().normalize("NFD").replaceAll(/\p{M}/gu, "").toUpperCase()];
  const size = Math.min(40, 900 / (STEP * letters.length));
  const strokes = letters.flatMap((letter, at) =>
    /\s/.test(letter)
      ? []
      : (LETTERS[letter] ?? WAVE).split("|").map((stroke) =>
          (stroke.match(/../g) ?? [])
            .map(([x = "0", y = "0"]) => [50 + (at * STEP + Number(x)) * size, 310 - (6 - Number(y)) * size].map(Math.round).join(" "))
            .map((point, nth) => `${nth === 0 ? "M" : "L"} ${point}`)
            .join(" "),
        ),
  );
  return strokes.join(" ");
}
