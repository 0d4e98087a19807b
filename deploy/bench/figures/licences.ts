import { type Chance, chanceFrom } from "../../seed/chance.ts";
import { catBreeds, catNames, dogBreeds, dogNames, firstNames } from "../../seed/names.ts";

const header = "License Issue Date,License Number,Animal's Name,Species,Primary Breed,Secondary Breed,ZIP Code";
const months = "January,February,March,April,May,June,July,August,September,October,November,December".split(",");
const names = [...new Set([...dogNames, ...catNames, ...firstNames])];

/** A city's register of licensed pets: a row a licence, no owner, some gaps, quotes where a breed has a comma. */
export function licences(rows: number): string {
  const chance = chanceFrom(45_591);
  const lines = Array.from({ length: rows }, (_, index) => row(chance, index));
  return `${header}\n${lines.join("\n")}\n`;
}

function row(chance: Chance, index: number): string {
  const cat = chance.percent(33);
  const date = `${chance.pick(months)} ${chance.between(1, 28)} ${chance.between(2015, 2020)}`;
  const [breed] = chance.pick(cat ? catBreeds : dogBreeds);
  const name = chance.percent(1) ? "" : chance.percent(15) ? `${chance.pick(names)} ${chance.pick(names)}` : chance.pick(names);
  const primary = chance.percent(10) ? `"${breed}, Standard"` : breed;
  const zip = chance.percent(2) ? "" : `98${chance.between(101, 199)}`;
  return [
    date,
    `${chance.percent(50) ? "S" : ""}${100_000 + index}`,
    name,
    cat ? "Cat" : "Dog",
    primary,
    chance.percent(45) ? "Mix" : "",
    zip,
  ].join(",");
}
