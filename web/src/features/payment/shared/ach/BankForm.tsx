import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useInfo } from "../../../../app/session/session.ts";
import type { BankAccountState } from "./useBankAccount.ts";

const kinds = [
  { value: "checking", label: "Personal checking", savings: false, company: false },
  { value: "savings", label: "Personal savings", savings: true, company: false },
  { value: "company-checking", label: "Business checking", savings: false, company: true },
  { value: "company-savings", label: "Business savings", savings: true, company: true },
];

type Props = { bank: BankAccountState; testMode: boolean };

/** The account that is debited, and the words by which the client lets it be. */
export const BankForm = ({ bank, testMode }: Props) => {
  const { typed, change, problem } = bank;
  const shop = useInfo().business?.name ?? "this business";
  const wrong = (field: string) => (problem?.field === field ? problem.reason : undefined);
  const digits = { htmlInput: { inputMode: "numeric", autoComplete: "off", maxLength: 30 } } as const;
  return (
    <Box sx={{ display: "grid", gap: 1.25, mt: 1 }}>
      <TextField label="Name on the account" value={typed.name} onChange={(event) => change({ name: event.target.value })} />
      <Box sx={{ display: "grid", gap: 1.25, gridTemplateColumns: { sm: "1fr 1fr" } }}>
        <TextField
          label="Routing number"
          value={typed.routing}
          onChange={(event) => change({ routing: event.target.value })}
          error={typed.routing.length >= 9 && wrong("routingNumber") !== undefined}
          helperText={typed.routing.length >= 9 ? wrong("routingNumber") : "Nine digits, at the foot of a check"}
          slotProps={digits}
        />
        <TextField
          label="Account number"
          value={typed.account}
          onChange={(event) => change({ account: event.target.value })}
          error={wrong("accountNumber") !== undefined}
          helperText={wrong("accountNumber")}
          slotProps={digits}
        />
        <TextField
          select
          label="Account type"
          value={kinds.find(({ savings, company }) => savings === typed.savings && company === typed.company)?.value ?? "checking"}
          onChange={(event) => {
            const { savings = false, company = false } = kinds.find(({ value }) => value === event.target.value) ?? {};
            change({ savings, company });
          }}
        >
          {kinds.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label="Email"
          type="email"
          value={typed.email}
          onChange={(event) => change({ email: event.target.value })}
          helperText="The card provider writes to the client there."
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      </Box>
      {testMode && (
        <Typography variant="body2" color="textSecondary">
          Test mode: routing 110000000, account 000123456789 goes through, 000222222227 comes back.
        </Typography>
      )}
      <FormControlLabel
        sx={{ alignItems: "flex-start" }}
        control={<Checkbox size="small" checked={typed.agreed} onChange={(_, agreed) => change({ agreed })} />}
        label={
          <Typography variant="body2">
            The client agrees: I authorize {shop} and its payment provider to debit this amount from my bank account and, if needed, to
            correct an error by a credit or debit. I can take this back until the payment is sent by telling {shop}.
          </Typography>
        }
      />
    </Box>
  );
};
