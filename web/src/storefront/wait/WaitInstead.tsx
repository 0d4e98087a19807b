import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useDraft } from "../draft.ts";

type Props = {
  waits: boolean;
  /** What is full, for example "nights", and what they wait for. */
  what: "nights" | "days";
  onSwitch?: () => void;
};

const words = {
  nights: {
    join: "Are your nights full? Join the waitlist",
    how: "Choose the nights you want, including crossed-out ones. We’ll message you when a room opens up. You don’t pay anything until then.",
    back: "Book free nights instead",
  },
  days: {
    join: "Are your days full? Join the waitlist",
    how: "Choose the days that work, including crossed-out ones. We’ll message you when a spot opens up. You don’t pay anything until then.",
    back: "Book free days instead",
  },
} as const;

// What is held stays known: another choice takes its place, and who joins the waitlist gives it back.
const none = { date: undefined, endDate: undefined, startTime: undefined, days: [], unkept: false };

/** What is full can be waited for: then full days are chosen like any other. */
export const WaitInstead = ({ waits, what, onSwitch }: Props) => {
  const { join, how, back } = words[what];
  const set = (wait: "any" | undefined) => {
    onSwitch?.();
    useDraft.setState({ ...none, wait });
  };
  return (
    <>
      {waits && <Alert severity="info">{how}</Alert>}
      <Button onClick={() => set(waits ? undefined : "any")} sx={{ justifySelf: "start", minHeight: 44 }}>
        {waits ? back : join}
      </Button>
    </>
  );
};
