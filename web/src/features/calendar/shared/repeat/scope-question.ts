import type { RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { create } from "zustand";

/** What an act on one of a series is about. */
export type ScopeQuestion = {
  /** "Move a repeating appointment". */
  title: string;
  /** Names the effect: "Move". */
  action: string;
  danger?: boolean;
};
type Asked = ScopeQuestion & { answer: (choice: RepeatModifyType | undefined) => void };
export const useScopeQuestion = create<{ asked?: Asked }>()(() => ({}));

/** Asks whether only this one, this and those that follow, or all upcoming are meant; undefined when it was closed. */
export const askScope = (question: ScopeQuestion): Promise<RepeatModifyType | undefined> => {
  useScopeQuestion.getState().asked?.answer(undefined);
  return new Promise((resolve) => {
    const answer = (choice: RepeatModifyType | undefined) => {
      useScopeQuestion.setState({}, true);
      resolve(choice);
    };
    useScopeQuestion.setState({ asked: { ...question, answer } });
  });
};
