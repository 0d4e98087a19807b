/** A file of the shape of a city's licence register, with what real ones have: gaps, odd codes, accents, quotes, repeats. For tests and benchmarks. */
export function dirtyFile(rows: number, seed = 1): { bytes: Buffer; distinct: number; rejected: number } {
  let state = seed;
  const pick = <T>(list: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return list[Math.floor(state / 65_536) % list.length]!;
  };
  const lines = ["License Issue Date,License Number,Animal's Name,Species,Primary Breed,Secondary Breed,ZIP Code"];
  let rejected = 0;
  for (let i = 0; i < rows; i++) {
    const name = i % 97 === 5 ? "" : `${pick(names)}${i % 11 === 0 ? ` ${pick(names)}` : ""}`;
    const date = i % 89 === 3 ? "not known" : `${pick(months)} ${String(1 + (i % 28)).padStart(2, "0")} ${2015 + (i % 11)}`;
    const repeat = i % 1_000 === 999;
    if (repeat) rejected++;
    const license = repeat ? `S${100_000 + i - 1}` : `S${100_000 + i}`;
    const species = i % 211 === 7 ? "Goat" : i % 499 === 11 ? "Griffin" : pick(["Dog", "Cat"]);
    const zip = i % 250 === 9 ? "" : i % 601 === 13 ? "9811" : pick(["98117", "98121", "98103-1234", "98115"]);
    lines.push(
      [date, license, quoted(repeat ? `Other ${name}` : name), species, quoted(pick(breeds)), pick(["", "Mix", "Terrier"]), zip].join(","),
    );
  }
  return { bytes: Buffer.from(`${lines.join("\r\n")}\r\n`), distinct: rows - rejected, rejected };
}

const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const months = ["January", "February", "March", "April", "June", "August", "October", "December"];
const breeds = ["Domestic Shorthair", "Retriever, Labrador", "Poodle, Standard", "Chihuahua, Short Coat", "Siberian"];
const names = [
  "Lucy",
  "Luna",
  "Max",
  "Bella",
  "Charlie",
  "Seán",
  "Pangur Bán",
  "O'Malley",
  'Hemingway "Heming"',
  "Zoë",
  "Milo",
  "Oliver",
  "Daisy",
  "Coco",
  "Ólafur",
  "T1000",
];
