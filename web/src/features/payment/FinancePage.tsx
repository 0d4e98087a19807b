import { useQuery } from "@connectrpc/connect-query";
import { FinancingService } from "@leashline/proto/leashline/payment/v1/financing_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../app/routes/paths.ts";
import { useCan } from "../../app/session/session.ts";
import { LinkButton } from "../../ui/links/Link.tsx";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { Section } from "../../ui/page/Section.tsx";
import { FinanceUpdates } from "./finance-updates/FinanceUpdates.tsx";

type Place = { title: string; text: string; action: string; to: string; shown: boolean };

/** Offers show where the card provider makes them, and once it has. */
const useHasOffers = (enabled: boolean): boolean => {
  const { data } = useQuery(FinancingService.method.getFinancing, {}, { enabled, meta: { quiet: true } });
  return data !== undefined && data.initial + data.used + data.history > 0;
};

/** /finance: what an owner should look at about the money, and where it is. */
const FinancePage = () => {
  const [reports, settings, books, invoices, payroll] = [
    useCan("viewReportsWorkingLocations"),
    useCan("paymentSettings"),
    useCan("canAccessQuickBooks"),
    useCan("viewInvoice"),
    useCan("payrollReportsWorkingLocations"),
  ];
  const hasOffers = useHasOffers(settings);
  const places: Place[] = [
    {
      title: "Payouts and disputes",
      text: "Payouts to your bank, and charges that cardholders dispute.",
      action: "Open payouts",
      to: pathTo("/creditCard/{product}Pay", {}),
      shown: reports,
    },
    {
      title: "Financing",
      text: "An advance from the card provider to this location, paid back with a share of every card payment.",
      action: "Open financing",
      to: pathTo("/finance/capital", {}),
      shown: hasOffers,
    },
    {
      title: "Accounting",
      text: "The ledger, day by day, in QuickBooks Online.",
      action: "Open accounting",
      to: pathTo("/finance/accounting/:panel?", { panel: "days" }),
      shown: books,
    },
    {
      title: "Tips owed",
      text: "What each person earned in tips, what was paid out, and what they are owed.",
      action: "Open tips owed",
      to: pathTo("/payment/tips", {}),
      shown: payroll,
    },
    {
      title: "Ledger",
      text: "Every movement of money, with its daily closes and a file for your bookkeeper.",
      action: "Open the ledger",
      to: pathTo("/payment/ledger", {}),
      shown: reports,
    },
  ];
  return (
    <PageFrame title="Finance" maxWidth={760}>
      {invoices && <FinanceUpdates />}
      <Box sx={{ display: "grid", gap: 2 }}>
        {places.map(
          ({ title, text, action, to, shown }) =>
            shown && (
              <Section key={title} title={title}>
                <Typography sx={{ mb: 1 }}>{text}</Typography>
                <LinkButton variant="outlined" to={to}>
                  {action}
                </LinkButton>
              </Section>
            ),
        )}
      </Box>
    </PageFrame>
  );
};

export default FinancePage;
