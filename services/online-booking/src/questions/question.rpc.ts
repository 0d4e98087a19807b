import { implement } from "@leashline/kit";
import { BookingQuestionService } from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import { saveSetting, settingOf } from "../settings/kept-setting.ts";
import type { SettingRow } from "../settings/setting.store.ts";
import { keptQuestions, startingQuestions } from "./question.ts";
import { questionsOf } from "./questions-of.ts";

const wire = (row: SettingRow) => {
  const questions = questionsOf(row);
  return { questions: questions.length > 0 ? questions : startingQuestions(), version: row.revision };
};

export const questionRpc = implement(BookingQuestionService, {
  async getBookingQuestions({ businessId }, ctx) {
    return wire(await settingOf(ctx, businessId));
  },

  async saveBookingQuestions({ businessId, questions, version }, ctx) {
    const change = { questions: JSON.stringify(keptQuestions(questions)) };
    return wire(await saveSetting(ctx, { businessId, revision: version, change }));
  },
});
