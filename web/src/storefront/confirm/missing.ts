import { SubmissionCheck } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { type Draft, missingFor } from "../draft.ts";
import { openQuestion } from "../questions/asked.ts";
import type { Shop } from "../types.ts";
import { missingDay } from "../wait/wait-days.ts";

/** What is still missing before it is sent, in words; undefined when nothing is. */
export const missingToSend = (draft: Draft, shop: Shop): string | undefined =>
  missingFor(draft) ??
  missingDay(draft, shop) ??
  (shop.submissionCheck === SubmissionCheck.EMAIL && draft.person.email === "" ? "We need an email to reach you" : undefined) ??
  openQuestion(shop.questions, draft);
