import { chanceFrom } from "./chance.ts";

/** What a portrait is drawn from. */
export type Sitter = { petName: string; petType: string; breed: string; color: string };

/** Light, middle and dark of a coat. */
const furs: Record<string, readonly [string, string, string]> = {
  black: ["#6b6560", "#4a4542", "#2f2b29"],
  white: ["#fffdf8", "#f1eae0", "#d3c9bb"],
  cream: ["#f7ead2", "#e9d7b8", "#cbb48e"],
  golden: ["#f0c986", "#dcae6a", "#b8843f"],
  tan: ["#e3c19a", "#cfa477", "#a67c4f"],
  brown: ["#b98f6c", "#99704f", "#6e4d34"],
  grey: ["#bdb8b3", "#a09a95", "#77716c"],
  red: ["#d89466", "#bd7445", "#8f5128"],
};
const scarves = ["#2f7d6b", "#b5533c", "#3a5f9e", "#a2477a", "#c08a1e"];
const pointed = /shiba|corgi|samoyed|pomeranian|chihuahua/i;
const fluffy = /poodle|doodle|bichon|maltese|samoyed|pomeranian|shih|maine|persian/i;

/** Where it was taken: each fills the square behind the sitter. */
const places: readonly string[] = [
  `<rect width="320" height="320" fill="#cfe6ee"/><circle cx="254" cy="62" r="30" fill="#fff3c9"/><path d="M0 190q80-52 160-16t160-22v168H0z" fill="#9cc08b"/><path d="M0 238q90-34 180-8t140-16v106H0z" fill="#7fab6f"/>`,
  `<rect width="320" height="320" fill="#efe4d6"/><rect x="26" y="34" width="104" height="84" rx="4" fill="#d9e7ea" stroke="#c9b79e" stroke-width="6"/><path d="M78 34v84M26 76h104" stroke="#c9b79e" stroke-width="4"/><rect y="212" width="320" height="108" fill="#b98c6a"/><path d="M0 212h320" stroke="#a0754f" stroke-width="5"/>`,
  `<rect width="320" height="320" fill="#dbe9e6"/><path d="M0 64h320M0 128h320M0 192h320M64 0v256M128 0v256M192 0v256M256 0v256" stroke="#c6dad6" stroke-width="2"/><rect y="250" width="320" height="70" fill="#8fa9a5"/><rect x="236" y="148" width="20" height="46" rx="5" fill="#e0a458"/><rect x="264" y="136" width="22" height="58" rx="5" fill="#6f9d8f"/><path d="M222 196h84" stroke="#9c8468" stroke-width="6"/>`,
  `<rect width="320" height="320" fill="#f6d9bf"/><circle cx="70" cy="120" r="34" fill="#fdeecb"/><rect y="150" width="320" height="66" fill="#8db9c9"/><path d="M0 214q80-14 160 0t160-4v110H0z" fill="#ead2a4"/>`,
  `<rect width="320" height="320" fill="#e9dfc9"/><g fill="#cf8a4a"><circle cx="40" cy="52" r="11"/><circle cx="96" cy="26" r="9"/><circle cx="282" cy="44" r="12"/><circle cx="246" cy="92" r="8"/><circle cx="24" cy="128" r="8"/></g><path d="M0 226q120-26 320-6v100H0z" fill="#a7955f"/>`,
];

type Looks = {
  light: string;
  middle: string;
  dark: string;
  cat: boolean;
  ears: string;
  fluff: boolean;
  scarf: string;
  tongue: boolean;
  bib: boolean;
};

function looksOf(sitter: Sitter, seed: number): Looks {
  const chance = chanceFrom(seed);
  const [light, middle, dark] = furs[sitter.color] ?? ["#e3c19a", "#cfa477", "#a67c4f"];
  const cat = sitter.petType === "Cat";
  const upright = cat || pointed.test(sitter.breed);
  const ears = upright
    ? `<path d="M92 128 104 40l66 54z" fill="${middle}"/><path d="M228 128 216 40l-66 54z" fill="${middle}"/><path d="M106 112l8-44 34 28zM214 112l-8-44-34 28z" fill="#d9a79a" opacity=".75"/>`
    : `<path d="M100 84c-46-8-62 44-50 112 30 10 50-10 54-52z" fill="${dark}"/><path d="M220 84c46-8 62 44 50 112-30 10-50-10-54-52z" fill="${dark}"/>`;
  return {
    light,
    middle,
    dark,
    cat,
    ears,
    fluff: fluffy.test(sitter.breed),
    scarf: chance.percent(60) ? chance.pick(scarves) : "",
    tongue: !cat && chance.percent(45),
    bib: chance.percent(50),
  };
}

const around = (cx: number, cy: number, rx: number, ry: number, many: number, r: number): string =>
  Array.from({ length: many }, (_, index) => {
    const angle = (2 * Math.PI * index) / many;
    return `<circle cx="${Math.round(cx + rx * Math.cos(angle))}" cy="${Math.round(cy + ry * Math.sin(angle))}" r="${r}"/>`;
  }).join("");

function body({ light, middle, dark, fluff, scarf, bib }: Looks): string {
  return [
    `<path d="M62 320c0-74 38-122 98-122s98 48 98 122z" fill="${middle}"/>`,
    fluff ? `<g fill="${middle}">${around(160, 292, 92, 84, 22, 17)}</g>` : "",
    `<path d="M112 320c-4-58 16-96 48-96s52 38 48 96z" fill="${bib ? light : middle}"/>`,
    `<path d="M136 320c2-26 4-44 4-58M184 320c-2-26-4-44-4-58" stroke="${dark}" stroke-width="3" fill="none" opacity=".5"/>`,
    scarf
      ? `<path d="M92 214q68 34 136 0l-6 20q-30 14-44 16l-18 34-18-34q-14-2-44-16z" fill="${scarf}"/>`
      : `<path d="M96 216q64 30 128 0" stroke="#8a4b2f" stroke-width="10" fill="none" stroke-linecap="round"/><circle cx="160" cy="240" r="10" fill="#e2b54a"/>`,
  ].join("");
}

function head({ light, middle, dark, cat, ears, fluff, tongue }: Looks): string {
  const [rx, ry] = cat ? [88, 78] : [80, 86];
  const eye = (x: number) =>
    `<circle cx="${x}" cy="126" r="13" fill="${cat ? "#a9b45b" : "#3b2a20"}"/><circle cx="${x}" cy="126" r="${cat ? 6 : 8}" fill="#1b1411"/><circle cx="${x + 4}" cy="121" r="4" fill="#fff"/>`;
  return [
    ears,
    fluff ? `<g fill="${middle}">${around(160, 136, rx - 4, ry - 4, 20, 19)}</g>` : "",
    `<ellipse cx="160" cy="136" rx="${rx}" ry="${ry}" fill="${middle}"/>`,
    `<ellipse cx="134" cy="92" rx="46" ry="28" fill="${light}" opacity=".45"/>`,
    `<ellipse cx="160" cy="172" rx="${cat ? 38 : 46}" ry="${cat ? 28 : 40}" fill="${light}"/>`,
    eye(126),
    eye(194),
    `<path d="M106 102q18-14 34-4M180 98q16-10 34 4" stroke="${dark}" stroke-width="5" fill="none" stroke-linecap="round" opacity=".55"/>`,
    cat
      ? `<path d="M148 156h24l-12 13z" fill="#c98579"/>`
      : `<ellipse cx="160" cy="158" rx="19" ry="14" fill="#2c211c"/><ellipse cx="154" cy="153" rx="5" ry="3" fill="#fff" opacity=".55"/>`,
    tongue ? `<path d="M146 190q14 6 28 0v18q-14 22-28 0z" fill="#d9707a"/>` : "",
    `<path d="M160 170v12q-12 16-30 6M160 182q12 16 30 6" stroke="#4b372c" stroke-width="4" fill="none" stroke-linecap="round"/>`,
    cat ? `<path d="M66 158l44 8M68 182l42-4M254 158l-44 8M252 182l-42-4" stroke="#6b5a4e" stroke-width="2.500" opacity=".6"/>` : "",
  ].join("");
}

/** A portrait of a pet as its owner might have taken it, drawn: an SVG picture that is always the same for the same pet. */
export function portraitOf(sitter: Sitter, seed: number): string {
  const looks = looksOf(sitter, seed);
  const place = places[seed % places.length] ?? "";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="640" height="640" preserveAspectRatio="xMidYMid slice">`,
    `<defs><radialGradient id="v" cx=".5" cy=".42" r=".75"><stop offset=".55" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#2a1c10" stop-opacity=".32"/></radialGradient></defs>`,
    place,
    `<ellipse cx="160" cy="316" rx="120" ry="16" fill="#3a2a1c" opacity=".25"/>`,
    body(looks),
    head(looks),
    `<rect width="320" height="320" fill="url(#v)"/></svg>`,
  ].join("");
}
