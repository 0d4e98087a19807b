import { create } from "zustand";
import { wantOverlays } from "./overlays.ts";

export type Question = {
  title: string;
  body?: string;
  /** What is said below it, one by one. */
  lines?: readonly string[];
  /** Names the effect: "Delete client". */
  action: string;
  cancel?: string;
  danger?: boolean;
};

/** `other`: the answer that is neither of the two. */
type Answer = boolean | "other";
type Asked = Question & { other?: string; answer: (answer: Answer) => void };

/** One question at a time. The host that shows it is part of the application's overlays. */
export const useQuestion = create<{ asked?: Asked }>()(() => ({}));

/** Asks before something that cannot be undone. Answers true for yes; closing is no. */
export const confirm = async (question: Question): Promise<boolean> => (await choose(question)) === true;

/** Asks which of two it shall be, or neither. */
export const choose = (question: Question & { other?: string }): Promise<Answer> => {
  useQuestion.getState().asked?.answer(false);
  wantOverlays();
  return new Promise((resolve) => {
    const answer = (yes: Answer) => {
      useQuestion.setState({}, true);
      resolve(yes);
    };
    useQuestion.setState({ asked: { ...question, answer } });
  });
};
