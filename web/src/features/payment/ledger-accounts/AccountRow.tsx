import type { LedgerAccount } from "@leashline/proto/leashline/payment/v1/ledger_account_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { Money } from "../../../ui/Money.tsx";
import { accountLabel } from "../shared/accounting/account-names.ts";
import { sided } from "../shared/accounting/sided.ts";

type Props = { account: LedgerAccount; onEdit: (() => void) | undefined };

/** One account: its number and name, which lead to its entries, and what it comes to today. */
export const AccountRow = ({ account: one, onEdit }: Props) => {
  const { amount, side } = sided(one);
  return (
    <Box
      component="li"
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "minmax(0, 1fr) auto", sm: "minmax(0, 1fr) auto 64px" },
        columnGap: 1.5,
        alignItems: "center",
        py: 0.75,
        borderTop: 1,
        borderColor: "lineSoft",
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <TextLink to={pathTo("/payment/ledger", {}, { account: one.account })} sx={{ overflowWrap: "anywhere" }}>
          {accountLabel(one)}
        </TextLink>
        {one.description && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            {one.description}
          </Typography>
        )}
      </Box>
      <Typography color={one.used ? undefined : "textSecondary"} sx={{ gridColumn: { xs: 1, sm: "auto" }, textAlign: { sm: "right" } }}>
        {one.used ? (
          <>
            <Money value={amount} /> {side}
          </>
        ) : (
          "Not used yet"
        )}
      </Typography>
      {onEdit && (
        <Button
          size="small"
          aria-label={`Edit ${one.name}`}
          onClick={onEdit}
          sx={{ justifySelf: "end", gridColumn: { xs: 2, sm: 3 }, gridRow: { xs: "1 / span 2", sm: 1 } }}
        >
          Edit
        </Button>
      )}
    </Box>
  );
};
