import type { Baseline } from "../baselines/child.ts";
import type { Figure } from "../figure.ts";
import type { House, Shop } from "../house.ts";

/** What every part of the bench finds laid out. */
export interface Setting {
  house: House;
  /** Raw node:http and pg over the same database. */
  raw: Baseline;
  /** 900 cards in 30 days from `cardsFrom` on, a catalogue, and room for bookings. */
  shop: Shop;
  cardsFrom: string;
  /** A day of the same shop with 100 cards. */
  fullDay: string;
  /** 19,200 visits, and ten times as many. */
  busy: Shop;
  old: Shop;
  /** A service of the catalogue. */
  serviceId: string;
  say: (line: string) => void;
}

export interface Part {
  name: string;
  /** Lays out all that it measures itself. */
  alone?: boolean;
  /** Takes hours: measured when it is named, and not with the others. */
  named?: boolean;
  measure: (setting: Setting) => Promise<Figure[]>;
}
