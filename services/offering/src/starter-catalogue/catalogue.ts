import type { CareTypeName } from "../care-types/care-type.ts";

/** Prices in whole units of currency, lengths in minutes. What a shop of each kind typically sells; everything can be edited. */
export type StarterService = {
  name: string;
  description: string;
  price: number;
  minutes: number;
  petTypes?: string[];
  /** Of the dog; the unit of the shop's weights says where one ends. */
  size?: Size;
  online?: boolean;
  category: string;
};
export type StarterAddOn = {
  name: string;
  price: number;
  minutes: number;
  /** Of boarding; else it is on the last day of a stay. */
  everyDay?: true;
};
type Starter = { services: StarterService[]; addOns: StarterAddOn[] };

export type Size = "small" | "medium" | "large";
export type WeightUnit = "lb" | "kg";
type Limits = { words: string; weightFrom?: number; weightTo?: number };

/** Where one size of dog ends and the next begins. */
export const sizes: Record<WeightUnit, Record<Size, Limits>> = {
  lb: {
    small: { words: "up to 20 lb", weightTo: 20 },
    medium: { words: "21 to 50 lb", weightFrom: 21, weightTo: 50 },
    large: { words: "over 50 lb", weightFrom: 51 },
  },
  kg: {
    small: { words: "up to 10 kg", weightTo: 10 },
    medium: { words: "11 to 25 kg", weightFrom: 11, weightTo: 25 },
    large: { words: "over 25 kg", weightFrom: 26 },
  },
};

const dog = ["Dog"];
const cat = ["Cat"];

export const starterCatalogue: Record<CareTypeName, Starter> = {
  GROOMING: {
    services: [
      groom("Bath & brush: small dog", "Shampoo, blow-dry, brush-out, ears and nails", 45, 60, "small"),
      groom("Bath & brush: medium dog", "Shampoo, blow-dry, brush-out, ears and nails", 60, 75, "medium"),
      groom("Bath & brush: large dog", "Shampoo, blow-dry, brush-out, ears and nails", 80, 90, "large"),
      groom("Full groom: small dog", "Bath & brush with a haircut", 75, 90, "small"),
      groom("Full groom: medium dog", "Bath & brush with a haircut", 95, 120, "medium"),
      groom("Full groom: large dog", "Bath & brush with a haircut", 130, 150, "large"),
      {
        name: "Puppy's first groom",
        description: "A gentle introduction for puppies under six months.",
        price: 40,
        minutes: 45,
        petTypes: dog,
        category: "Dogs",
      },
      {
        name: "Cat bath & comb",
        description: "Waterless or wet bath, comb-out and nails.",
        price: 70,
        minutes: 60,
        petTypes: cat,
        category: "Cats",
      },
      {
        name: "Cat lion cut",
        description: "Full-body clip for matted or long coats.",
        price: 95,
        minutes: 75,
        petTypes: cat,
        category: "Cats",
      },
      { name: "Nail trim", description: "Walk-ins welcome.", price: 18, minutes: 15, category: "Quick visits" },
    ],
    addOns: [
      { name: "De-shedding treatment", price: 20, minutes: 20 },
      { name: "Teeth brushing", price: 12, minutes: 10 },
      { name: "Nail grinding", price: 10, minutes: 10 },
      { name: "Flea & tick bath", price: 18, minutes: 15 },
      { name: "De-matting (15 minutes)", price: 15, minutes: 15 },
    ],
  },
  BOARDING: {
    services: [
      {
        name: "Standard boarding",
        description: "A private run, two walks and evening play.",
        price: 58,
        minutes: 1440,
        category: "Nights",
      },
      {
        name: "Luxury suite",
        description: "A quiet suite with a bed, a camera and three walks.",
        price: 85,
        minutes: 1440,
        petTypes: dog,
        category: "Nights",
      },
      {
        name: "Cat condo",
        description: "A multi-level condo away from the dogs.",
        price: 38,
        minutes: 1440,
        petTypes: cat,
        category: "Nights",
      },
    ],
    addOns: [
      { name: "Extra playtime", price: 12, minutes: 30, everyDay: true },
      { name: "Medication, per day", price: 5, minutes: 0, everyDay: true },
      { name: "Bedtime treat", price: 4, minutes: 0, everyDay: true },
    ],
  },
  DAYCARE: {
    services: [
      {
        name: "Full day of daycare",
        description: "Supervised play, up to ten hours.",
        price: 38,
        minutes: 600,
        petTypes: dog,
        category: "Days",
      },
      {
        name: "Half day of daycare",
        description: "Supervised play, up to five hours.",
        price: 26,
        minutes: 300,
        petTypes: dog,
        category: "Days",
      },
    ],
    addOns: [
      { name: "Lunch feeding", price: 5, minutes: 0 },
      { name: "One-to-one playtime", price: 10, minutes: 20 },
    ],
  },
  EVALUATION: {
    services: [
      {
        name: "Temperament evaluation",
        description: "A meet-and-greet before a dog's first daycare or boarding stay.",
        price: 0,
        minutes: 30,
        petTypes: dog,
        category: "Evaluations",
      },
    ],
    addOns: [],
  },
  DOG_WALKING: {
    services: [
      { name: "20-minute walk", description: "A quick turn around the block.", price: 18, minutes: 20, petTypes: dog, category: "Walks" },
      { name: "30-minute walk", description: "One household, from your door.", price: 24, minutes: 30, petTypes: dog, category: "Walks" },
      {
        name: "60-minute walk",
        description: "A long walk with a note afterwards.",
        price: 38,
        minutes: 60,
        petTypes: dog,
        category: "Walks",
      },
    ],
    addOns: [],
  },
  GROUP_CLASS: {
    services: [
      {
        name: "Puppy kindergarten",
        description: "Six weekly classes for puppies under five months.",
        price: 165,
        minutes: 60,
        petTypes: dog,
        category: "Classes",
      },
      {
        name: "Basic obedience",
        description: "Six weekly classes: sit, stay, come and loose leash.",
        price: 180,
        minutes: 60,
        petTypes: dog,
        category: "Classes",
      },
    ],
    addOns: [],
  },
};

function groom(name: string, description: string, price: number, minutes: number, size: Size): StarterService {
  return { name, description, price, minutes, petTypes: dog, size, category: "Dogs" };
}
