import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import { isElsewhen, type When } from "./elsewhen.ts";

type Answer = { value: boolean; onChange: (on: boolean) => void };

const Ask = ({ label, value, onChange }: Answer & { label: string }) => (
  <FormControlLabel control={<Checkbox checked={value} onChange={(_, on) => onChange(on)} />} label={label} />
);

/** Asked anew with every move to another time: somebody who has called the client need not have them texted too. */
export const WithoutTelling = ({ was, now, ...answer }: Answer & { was: When; now: When }) =>
  isElsewhen(was, now) && <Ask label="Don’t tell the client the new time" {...answer} />;

type Many = Answer & { moves: readonly { readonly from: When; readonly to: When }[] };

/** The same where several are moved, some of them to another time. */
export const WithoutTellingMany = ({ moves, ...answer }: Many) =>
  moves.some(({ from, to }) => isElsewhen(from, to)) && <Ask label="Don’t tell the clients their new times" {...answer} />;
