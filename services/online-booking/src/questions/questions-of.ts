import type { SettingRow } from "../settings/setting.store.ts";
import type { Question } from "./question.ts";

/** What a business asks, as it is stored; empty until it saved a list. */
export const questionsOf = ({ questions }: SettingRow): Question[] => questions as unknown as Question[];
