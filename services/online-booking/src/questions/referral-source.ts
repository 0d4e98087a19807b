import type { Ctx } from "@leashline/kit";
import { ReferralSourceService } from "@leashline/proto/leashline/account/v1/referral_source_service_pb.js";
import { keptAMinute } from "../settings/kept-a-minute.ts";
import { type Answer, asChoice, type Question, REFERRAL_SOURCE } from "./question.ts";

const OTHER = "Other";

const sourcesOf = async (ctx: Ctx) => (await ctx.client(ReferralSourceService).listReferralSources({})).referralSources;
/** What the sources of a company are called. */
const namesFor = keptAMinute(async (ctx) => (await sourcesOf(ctx)).map(({ sourceName }) => sourceName));

const isSame = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** The questions as the page asks them: how they heard of the business is chosen from its sources, where there are some and not too many. The page is there without. */
export async function withSources(ctx: Ctx, questions: readonly Question[]): Promise<Question[]> {
  if (!questions.some(({ key }) => key === REFERRAL_SOURCE)) return [...questions];
  const names = (await namesFor(ctx)) ?? [];
  const hasAll = names.length === 0 || names.some((one) => isSame(one, OTHER));
  return asChoice(questions, REFERRAL_SOURCE, hasAll ? names : [...names, OTHER]);
}

/** Which of the company's sources they said they heard of the business from; "0" for none of them. */
export async function saidSource(ctx: Ctx, answers: readonly Answer[]): Promise<string> {
  const said = answers.find(({ key }) => key === REFERRAL_SOURCE)?.values[0];
  if (said === undefined) return "0";
  return (await sourcesOf(ctx)).find(({ sourceName }) => isSame(sourceName, said))?.id ?? "0";
}
