import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useDraft } from "../draft.ts";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";

type Props = { shop: Shop; date: string; staffId: string; free: readonly string[] };

/** The day that was chosen has nothing for whoever is asked for: the nearest of these days that has. */
export const NothingThen = ({ shop, date, staffId, free }: Props) => {
  const format = formatOf(shop);
  const who = shop.staff.find((one) => one.staffId === staffId)?.firstName;
  const next = free.find((day) => day > date) ?? free.at(-1);
  return (
    <Alert
      severity="info"
      action={
        next && (
          <Button color="inherit" onClick={() => useDraft.setState({ date: next, startTime: undefined })}>
            {format.longDay(next)}
          </Button>
        )
      }
    >
      {who ? `${who} has nothing free on ${format.longDay(date)}.` : `Nothing is free on ${format.longDay(date)}.`}
    </Alert>
  );
};
