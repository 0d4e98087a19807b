import type { Ctx } from "@leashline/kit";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { keptAMinute } from "../settings/kept-a-minute.ts";
import { asChoice, COAT_TYPE, type Question } from "./question.ts";

const namesFor = keptAMinute(async (ctx) => (await ctx.client(PetSettingsService).getPetSettings({})).coatTypes.map(({ name }) => name));

/** The questions as the page asks them: a coat is chosen from the company's own, so that services are found by it. The page is there without. */
export const withCoats = async (ctx: Ctx, questions: readonly Question[]): Promise<Question[]> =>
  questions.length === 0 ? [] : asChoice(questions, COAT_TYPE, (await namesFor(ctx)) ?? []);
