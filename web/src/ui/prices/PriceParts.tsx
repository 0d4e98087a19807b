import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type Format, useFormat } from "../format/useFormat.ts";
import { partsUnderPrice, partText, type ShownPart, signedMoney } from "./price-parts.ts";

type Props = {
  parts: readonly ShownPart[];
  always?: boolean;
  /** The price stands above. */
  underPrice?: boolean;
  /** On a page of a client: how its business writes. */
  format?: Format;
};

/** How a price was reckoned, line by line; nothing where it is no more than a rate. */
export const PriceParts = ({ parts: all, always = false, underPrice = false, format: theirs }: Props) => {
  const own = useFormat();
  const format = theirs ?? own;
  const { parts, amounts } = underPrice ? partsUnderPrice(all) : { parts: all, amounts: true };
  if (parts.length < (always ? 1 : 2)) return null;
  const money = (value: ShownPart["amount"]) => format.money(value);
  return (
    <Box component="ul" aria-label="How the price is calculated" sx={{ listStyle: "none", m: 0, p: 0 }}>
      {parts.map((part) => (
        <Box component="li" key={partText(part, money)} sx={{ display: "flex", justifyContent: "space-between", gap: 1 }}>
          <Typography variant="body2" component="span" color="textSecondary">
            {partText(part, money)}
          </Typography>
          {amounts && (
            <Typography variant="body2" component="span" color="textSecondary" sx={{ whiteSpace: "nowrap" }}>
              {part.name === "" ? money(part.amount) : signedMoney(part.amount, money)}
            </Typography>
          )}
        </Box>
      ))}
    </Box>
  );
};
