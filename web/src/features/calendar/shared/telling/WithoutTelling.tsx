import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";

type Props = { value: boolean; onChange: (on: boolean) => void; many?: boolean };

/** Asked anew with every move: somebody who has called the client need not have them texted too. */
export const WithoutTelling = ({ value, onChange, many = false }: Props) => (
  <FormControlLabel
    control={<Checkbox checked={value} onChange={(_, on) => onChange(on)} />}
    label={many ? "Don’t tell the clients their new times" : "Don’t tell the client the new time"}
  />
);
