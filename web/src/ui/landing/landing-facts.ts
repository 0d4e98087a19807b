import type { LandingPart } from "@leashline/proto/leashline/online_booking/v1/storefront_config_pb.js";
import { WEEKDAYS } from "../format/dates.ts";
import type { HeroFacts } from "./Hero.tsx";

export type DayHours = { day: number; startTime: number; endTime: number };
export type Picture = { path: string; caption: string };
export type Member = { name: string; title: string; introduction: string; picture: string };

/** All that a landing page is drawn from. */
export type LandingFacts = HeroFacts & {
  welcomeMessage: string;
  aboutUs: string;
  parts: readonly LandingPart[];
  gallery: readonly Picture[];
  teams: readonly Member[];
  features: readonly string[];
  payments: readonly string[];
  hours: readonly DayHours[];
  links: readonly string[];
};

/** The week from Monday on, each day with its hours in order. */
export const weekOf = (hours: readonly DayHours[]): { day: number; name: string; ranges: DayHours[] }[] =>
  [1, 2, 3, 4, 5, 6, 0].map((day) => ({
    day,
    name: WEEKDAYS[day] ?? "",
    ranges: hours.filter((one) => one.day === day).sort((a, b) => a.startTime - b.startTime),
  }));
