import { ColorCodeWith } from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import type { CSSProperties } from "react";
import type { StaffTone } from "../../../ui/theme/theme-types.ts";
import { light } from "../../../ui/theme/tokens.ts";
import type { CalendarCard, CalendarStaff } from "./types.ts";

type Coloured = Pick<CalendarCard, "colorCode"> & { services: readonly { colorCode: string }[] };

const tones: readonly StaffTone[] = ["s1", "s2", "s3", "s4", "s5"];
export const toneAt = (index: number): StaffTone => tones[index % tones.length] ?? "s1";
const soft = "var(--ll-palette-background-paper)";

/** A tone of the theme, or a colour that somebody chose: then its ground is mixed from it, so that it works in both schemes. */
export const toneStyle = (tone: StaffTone, colour = ""): CSSProperties =>
  (colour
    ? { "--c": colour, "--cs": `color-mix(in srgb, ${colour} 14%, ${soft})` }
    : { "--c": `var(--ll-palette-staff-${tone}-main)`, "--cs": `var(--ll-palette-staff-${tone}-soft)` }) as CSSProperties;

/** The first five colours that staff are given are the theme's own; anything else was chosen by hand. */
const chosenColour = (code: string): string => (light.staff.some((tone) => tone.main.toLowerCase() === code.toLowerCase()) ? "" : code);
export const staffTone = (staff: Pick<CalendarStaff, "colorCode">, index: number): StaffTone => {
  const known = light.staff.findIndex((tone) => tone.main.toLowerCase() === staff.colorCode.toLowerCase());
  return known < 0 ? toneAt(index) : toneAt(known);
};
/** A block is gray unless it has a color of its own. */
const ofBlock = { "--b": "var(--cs)", "--be": "var(--c)" } as CSSProperties;
/** What a card's color means where it is not the staff member (core §9); undefined where it is. */
export function colourOf(meaning: ColorCodeWith | undefined): ((card: Coloured) => CSSProperties) | undefined {
  if (meaning === ColorCodeWith.SERVICE) return (card) => toneStyle("s1", card.services.find(({ colorCode }) => colorCode)?.colorCode);
  return meaning === ColorCodeWith.APPOINTMENT
    ? (card) => ({ ...toneStyle("s1", card.colorCode), ...(card.colorCode && ofBlock) })
    : undefined;
}
export const staffStyle = (staff: Pick<CalendarStaff, "colorCode">, index: number): CSSProperties =>
  toneStyle(staffTone(staff, index), chosenColour(staff.colorCode));
