import { arrivalSpan } from "@leashline/proto/rules/arrival-window.ts";
import Typography from "@mui/material/Typography";
import { type Control, useWatch } from "react-hook-form";
import { choicesWith } from "../../../ui/form/choices.ts";
import { FormSelect } from "../../../ui/form/fields.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { inWords, type Values } from "./setting-values.ts";

const MINUTES = [0, 10, 15, 20, 30, 45, 60, 90, 120];
const TEN = 600;

/** How long before and after the start pets may arrive, and how clients are told. */
export const ArrivalWindow = ({ control, known }: { control: Control<Values>; known: Values }) => {
  const [before, after] = useWatch({ control, name: ["arrivalWindowBefore", "arrivalWindowAfter"] }).map(Number);
  const format = useFormat();
  const { from, to } = arrivalSpan(TEN, { before: before ?? 0, after: after ?? 0 });
  return (
    <>
      <FormSelect
        control={control}
        name="arrivalWindowBefore"
        label="Arrival window opens before the start"
        options={choicesWith(MINUTES, known.arrivalWindowBefore, inWords)}
      />
      <FormSelect
        control={control}
        name="arrivalWindowAfter"
        label="Arrival window closes after the start"
        options={choicesWith(MINUTES, known.arrivalWindowAfter, inWords)}
      />
      <Typography variant="body2" color="textSecondary" sx={{ gridColumn: "1 / -1" }}>
        {from === to
          ? `Clients are told the exact time: ${format.minutes(TEN)}.`
          : `For a ${format.minutes(TEN)} appointment, clients are told to arrive between ${format.minutes(from)} and ${format.minutes(to)}. Your calendar keeps ${format.minutes(TEN)}.`}{" "}
        For grooming, evaluations and walks.
      </Typography>
    </>
  );
};
