import { useQuery } from "@connectrpc/connect-query";
import { LocationService } from "@leashline/proto/leashline/account/v1/location_service_pb.js";
import { type TaxRule, TaxRuleStatus } from "@leashline/proto/leashline/account/v1/tax_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan, useInfo } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { Icon } from "../../../ui/icons.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { TaxesIncluded } from "../../order/shared/tax/TaxesIncluded.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { ChargeAll } from "./ChargeAll.tsx";
import { findUntaxed, type Untaxed } from "./charge-all.ts";
import { type ProposedTax, proposedTax } from "./proposed-tax.ts";
import { TaxForm } from "./TaxForm.tsx";
import { UntaxedNote } from "./UntaxedNote.tsx";

/** The taxes that services and products may carry. */
const Taxes = () => {
  const [open, setOpen] = useState<TaxRule | ProposedTax | "new">();
  const [charging, setCharging] = useState<{ taxId: string; untaxed: Untaxed[] }>();
  const mayCharge = useCan("accessServiceSettings");
  const taxes = useQuery(TaxService.method.listTaxRules);
  const offerCharge = (taxId: string, told: boolean) =>
    findUntaxed().then(
      (untaxed) => (untaxed.length > 0 ? setCharging({ taxId, untaxed }) : told && toast.info("All services and add-ons have a tax.")),
      () => toast.warning("We couldn't look up which services have no tax. Set it on them under Settings, Services."),
    );
  const offered = taxes.data?.taxRules.filter(({ status }) => status !== TaxRuleStatus.INACTIVE) ?? [];
  const none = taxes.data?.taxRules.length === 0;
  const { country } = usePreferences();
  const here = useQuery(LocationService.method.getLocation, { id: useInfo().business?.id ?? "0" }, { enabled: none });
  const proposed = here.data && proposedTax({ country, state: here.data.location?.address?.state ?? "" });
  const columns: Column<TaxRule>[] = [
    { key: "name", header: "Name", cell: (tax) => tax.taxName },
    { key: "state", header: "", cell: (tax) => tax.status === TaxRuleStatus.INACTIVE && <StatusChip>Not offered</StatusChip> },
    { key: "rate", header: "Rate", align: "right", cell: (tax) => `${tax.taxRate}%` },
  ];
  return (
    <SettingsFrame
      title="Taxes"
      maxWidth={640}
      actions={
        <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={() => setOpen("new")}>
          Add tax
        </Button>
      }
    >
      <DataList
        label="Taxes"
        rows={taxes.data?.taxRules}
        rowKey={(tax) => tax.id}
        columns={columns}
        card={(tax) => (
          <Box sx={{ display: "flex" }}>
            <Typography sx={{ flex: 1 }}>{tax.taxName}</Typography>
            <Typography>{tax.taxRate}%</Typography>
          </Box>
        )}
        onOpen={setOpen}
        error={taxes.error}
        onRetry={() => void taxes.refetch()}
        empty={
          <EmptyState
            icon="finance"
            title="No taxes yet"
            text="Add your sales tax. You can charge it on all services, or choose it on some."
          >
            {proposed && (
              <Button variant="outlined" onClick={() => setOpen(proposed)}>
                Start with {proposed.taxName}, {proposed.taxRate}%
              </Button>
            )}
          </EmptyState>
        }
      />
      {mayCharge && offered.length > 0 && <UntaxedNote taxes={offered} onCharge={(taxId) => void offerCharge(taxId, true)} />}
      <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
        Tax is worked out for each line of a bill, and a part of a cent is dropped: 4.712% of $18.00 is $0.84.
      </Typography>
      <Box sx={{ mt: 2 }}>
        <TaxesIncluded />
      </Box>
      {open && (
        <TaxForm
          {...(open !== "new" && ("id" in open ? { tax: open } : { proposed: open }))}
          onClose={() => setOpen(undefined)}
          onSaved={() => void taxes.refetch()}
          {...(mayCharge && { onCharge: (taxId: string) => void offerCharge(taxId, open !== "new" && "id" in open) })}
        />
      )}
      {charging && <ChargeAll {...charging} onClose={() => setCharging(undefined)} />}
    </SettingsFrame>
  );
};

export default Taxes;
