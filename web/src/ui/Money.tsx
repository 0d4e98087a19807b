import Box from "@mui/material/Box";
import type { SxProps, Theme } from "@mui/material/styles";
import type { MoneyLike } from "./format/money.ts";
import { useFormat } from "./format/useFormat.ts";

/** An amount with its currency, in figures of equal width. In tables set it to the right. */
export const Money = ({ value, sign, sx }: { value: MoneyLike | undefined; sign?: boolean; sx?: SxProps<Theme> }) => {
  const format = useFormat();
  return (
    <Box component="span" sx={[{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }, ...(Array.isArray(sx) ? sx : [sx])]}>
      {format.money(value, sign === undefined ? {} : { sign })}
    </Box>
  );
};
