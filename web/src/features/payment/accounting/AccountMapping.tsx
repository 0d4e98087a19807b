import { useMutation, useQuery } from "@connectrpc/connect-query";
import {
  type AccountingConnection,
  AccountingService,
  type BooksAccount,
} from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useCallback, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { FormSelect } from "../../../ui/form/fields.tsx";
import { FormDate } from "../../../ui/form/more-fields.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { isoToDay } from "../../../ui/format/dates.ts";
import { plural } from "../../../ui/format/text.ts";
import { required } from "../../../ui/format/validate.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { accountLabel } from "../shared/accounting/account-names.ts";
import { choices, isoOf } from "./accounting-words.ts";
import { suggested } from "./suggested.ts";

type Props = { connection: AccountingConnection; onSaved: () => void };

/** Which of QuickBooks's accounts each account of the ledger goes to, and from which day on. */
export const AccountMapping = (props: Props) => {
  const { data, error, refetch } = useQuery(AccountingService.method.listBooksAccounts);
  if (data) return <MappingForm {...props} accounts={data.accounts} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton fields={6} />;
};

type Values = { startDate: string; targets: Record<string, string> };

const MappingForm = ({ connection, accounts, onSaved }: Props & { accounts: readonly BooksAccount[] }) => {
  const { mappings, version } = connection;
  const options = choices(accounts);
  const map = useMutation(AccountingService.method.mapAccounts, { meta: { success: "Saved" } });
  const targets = Object.fromEntries(mappings.map(({ account, externalAccountId }) => [account, externalAccountId || "none"]));
  const form = useForm<Values>({ defaultValues: { startDate: isoOf(connection.startDate), targets } });
  const { control } = form;
  const now = useWatch({ control, name: "targets" });
  const open = mappings.filter(({ account }) => now[account] === "none");
  const ideas = suggested(open, accounts);
  const [filled, setFilled] = useState<Record<string, string>>({});
  const fill = () => {
    for (const [account, id] of Object.entries(ideas)) form.setValue(`targets.${account}`, id, { shouldDirty: true });
    setFilled({ ...filled, ...ideas });
  };
  const onSave = useCallback(
    async (values: Values) => {
      const chosen = Object.entries(values.targets).map(([account, id]) => ({ account, externalAccountId: id === "none" ? "" : id }));
      await map.mutateAsync({ mappings: chosen, startDate: isoToDay(values.startDate), version });
      onSaved();
    },
    [map.mutateAsync, version, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <Section title="Send from">
        <FormDate
          control={control}
          name="startDate"
          label="First day"
          check={required("First day")}
          help="Money of earlier days is not sent. Days that were sent already are not sent again."
        />
      </Section>
      <Section title="Accounts in QuickBooks">
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          A day is sent as soon as every account it uses has a place in QuickBooks. Your bookkeeper can tell which ones fit.
        </Typography>
        {Object.keys(ideas).length > 0 && (
          <Box sx={{ mb: 2 }}>
            <Button variant="outlined" onClick={fill}>
              Fill in {plural(Object.keys(ideas).length, "suggestion")}
            </Button>
            <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
              By the names and types of your accounts in QuickBooks. Nothing is sent before you check them and save.
            </Typography>
          </Box>
        )}
        <Box sx={{ display: "grid", gap: 1.75, gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" } }}>
          {mappings.map(({ account, accountName: name, accountNumber: number }) => (
            <FormSelect
              key={account}
              control={control}
              name={`targets.${account}`}
              label={accountLabel({ number, name })}
              options={options}
              {...(filled[account] && filled[account] === now[account] && { help: "Suggested. Please check it." })}
            />
          ))}
        </Box>
      </Section>
      <SaveBar label="Save accounts" dirty={dirty} busy={busy} />
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};
