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

type Asked = Question & { answer: (yes: boolean) => void };

/** One question at a time. The host that shows it is part of the application's overlays. */
export const useQuestion = create<{ asked?: Asked }>()(() => ({}));

/** Asks before something that cannot be undone. Answers true for yes; closing is no. */
export const confirm = (question: Question): Promise<boolean> => {
  useQuestion.getState().asked?.answer(false);
  wantOverlays();
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useQuestion.setState({}, true);
      resolve(yes);
    };
    useQuestion.setState({ asked: { ...question, answer } });
  });
};
