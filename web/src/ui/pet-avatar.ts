import { hash } from "./format/text.ts";

/** What a pet looks like, read from what is known of it. Pure and deterministic: the same pet always has the same face. */
export type PetLooks = {
  species: "dog" | "cat" | "rabbit" | "bird" | "other";
  ears: "floppy" | "pointed" | "round" | "long";
  fluffy: boolean;
  coat: string;
  patch: string;
  patchOn: "none" | "eye" | "half" | "muzzle";
};

/** `photo` is where a picture of it is, if somebody took one. */
export type PetFacts = { id?: string; name: string; species?: string; breed?: string; coat?: string; photo?: string };

/** Fur colours. They draw an animal and mean nothing else, so they stand apart from the product's colours. */
const FUR: Record<string, string> = {
  black: "#4a4542",
  white: "#f3ede2",
  cream: "#ead9bb",
  golden: "#dcae6a",
  tan: "#cfa477",
  brown: "#99704f",
  chocolate: "#75513b",
  red: "#bd7445",
  orange: "#dd9a57",
  grey: "#a09a95",
  blue: "#8b95a0",
  fawn: "#d6b68c",
  silver: "#c3bfba",
};
const SYNONYMS: Record<string, string> = {
  gray: "grey",
  apricot: "cream",
  yellow: "golden",
  sable: "brown",
  ginger: "orange",
  liver: "chocolate",
  buff: "fawn",
  rust: "red",
  beige: "cream",
};
const COMMON = ["golden", "brown", "tan", "cream", "grey", "black", "red", "white", "fawn"];

const BREED_COAT: [RegExp, string][] = [
  [/golden|labra/i, "golden"],
  [/poodle|doodle|bichon|maltese|samoyed|westie/i, "cream"],
  [/schnauzer|husky|weim|russian blue|british/i, "grey"],
  [/rott|newfound|scottie|black/i, "black"],
  [/shiba|vizsla|irish|corgi|abyssin/i, "red"],
  [/beagle|basset|boxer|bulldog|dachs|german shep/i, "tan"],
  [/chihuahua|pug|siamese|fawn/i, "fawn"],
];
const POINTED = /husky|shepherd|shiba|corgi|terrier|samoyed|spitz|pomer|chihuahua|malamute|akita|papillon/i;
const FLUFFY = /poodle|doodle|bichon|maltese|samoyed|pomer|shih|havan|chow|persian|maine|ragdoll|newfound|old english|sheepdog|yorki/i;

const furOf = (words: string | undefined): string | undefined => {
  for (const word of (words ?? "").toLowerCase().split(/[^a-z]+/)) {
    const found = FUR[word] ?? FUR[SYNONYMS[word] ?? ""];
    if (found) return found;
  }
  return undefined;
};

const speciesOf = (text: string | undefined): PetLooks["species"] => {
  if (/cat|feline|kitten/i.test(text ?? "")) return "cat";
  if (/rabbit|bunny/i.test(text ?? "")) return "rabbit";
  if (/bird|parrot|chicken/i.test(text ?? "")) return "bird";
  if (!text || /dog|canine|pup/i.test(text)) return "dog";
  return "other";
};

export const petLooks = (pet: PetFacts): PetLooks => {
  const seed = hash(`${pet.id ?? ""}/${pet.name}/${pet.breed ?? ""}`);
  const species = speciesOf(pet.species);
  const byBreed = BREED_COAT.find(([pattern]) => pattern.test(pet.breed ?? ""))?.[1];
  const coat = furOf(pet.coat) ?? FUR[byBreed ?? ""] ?? FUR[COMMON[seed % COMMON.length] ?? "tan"] ?? "#cfa477";
  const patches = Object.values(FUR).filter((one) => one !== coat);
  const spots = (["none", "none", "eye", "half", "muzzle"] as const)[(seed >>> 4) % 5] ?? "none";
  const dogEars = POINTED.test(pet.breed ?? "") ? "pointed" : "floppy";
  return {
    species,
    ears: species === "cat" ? "pointed" : species === "rabbit" ? "long" : species === "dog" ? dogEars : "round",
    fluffy: FLUFFY.test(pet.breed ?? ""),
    coat,
    patch: patches[(seed >>> 8) % patches.length] ?? "#f3ede2",
    patchOn: spots,
  };
};
