import InputAdornment from "@mui/material/InputAdornment";
import type { Control } from "react-hook-form";
import { FormText } from "../../../ui/form/fields.tsx";
import { pageNameCheck } from "./page-name.ts";
import type { Values } from "./setting-values.ts";

/** What the address of the page ends with. */
export const PageName = ({ control }: { control: Control<Values> }) => (
  <FormText
    control={control}
    name="bookOnlineName"
    label="Name in the address"
    check={pageNameCheck}
    help="The last ten addresses you used before keep leading to your page."
    slotProps={{
      input: { startAdornment: <InputAdornment position="start">/ol/</InputAdornment> },
      htmlInput: { maxLength: 60, autoCapitalize: "none", spellCheck: false },
    }}
  />
);
