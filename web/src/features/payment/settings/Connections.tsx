import { useQuery } from "@connectrpc/connect-query";
import { AccountingService } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { SquareAccountService } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { Icon, type IconName } from "../../../ui/icons.tsx";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { type Standing, standingOf } from "../shared/square/square-words.ts";

const BY_OPERATOR: Standing = { tone: "plain", words: "Stored by Leashline" };

/** What Leashline is tied to, and what it is not. Says where things stand, never more. */
const Connections = () => {
  const payment = useQuery(PaymentSettingService.method.getPaymentSetting).data?.setting;
  const keepsBooks = useCan("canAccessQuickBooks");
  const books = useQuery(AccountingService.method.getAccounting, {}, { enabled: keepsBooks }).data?.connection;
  const setsPayments = useCan("paymentSettings");
  const setsOwn = useCan("onlineBookingSettings");
  const setsBooking = useCan("onlineBookingSettingsAllLocations") || setsOwn;
  const square = useQuery(SquareAccountService.method.getSquareAccount, {}, { enabled: setsPayments }).data;
  const cards: Standing = payment?.testMode ? { tone: "warn", words: "Test mode" } : BY_OPERATOR;
  return (
    <SettingsFrame title="Connections" maxWidth={720}>
      <Box component="ul" aria-label="Connections" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1.25 }}>
        <Row icon="payment" name="Card payments: Stripe" standing={cards}>
          {payment?.testMode
            ? "Test mode: no real money moves. For real cards, ask whoever runs Leashline for you to put in the live keys of your card account."
            : "The people who run Leashline for you keep the account's keys."}
        </Row>
        <Row icon="messages" name="Texts and emails: Twilio and a mail server" standing={BY_OPERATOR}>
          Whoever runs Leashline for you keeps the account; replies come back into your messages.
        </Row>
        <Row
          icon="screen"
          name="Your own programs"
          standing={{ tone: "ok", words: "Ready" }}
          action={
            <>
              <LinkButton size="small" to="/setting/integration">
                API keys
              </LinkButton>
              <LinkButton size="small" to="/setting/integration/webhooks">
                Webhooks
              </LinkButton>
            </>
          }
        >
          Keys let a program read and write what you choose; webhooks tell it what happens.
        </Row>
        <Row
          icon="calendar"
          name="Google Calendar"
          standing={{ tone: "plain", words: "Set up by each staff member" }}
          action={
            <LinkButton size="small" to="/setting/integration/calendar">
              Calendar sync
            </LinkButton>
          }
        >
          Appointments show up in the Google Calendars that are connected, and what is busy there blocks time here.
        </Row>
        <Row
          icon="finance"
          name="Accounting: QuickBooks"
          standing={books?.connected ? { tone: "ok", words: "Connected" } : { tone: "plain", words: "Not connected" }}
          action={
            keepsBooks && (
              <LinkButton size="small" to="/finance/accounting">
                Accounting
              </LinkButton>
            )
          }
        >
          {books ? `Each day is sent to ${books.companyName} the night after it was closed.` : "Nothing is sent to accounting software."}
        </Row>
        <Row
          icon="search"
          name="Reserve with Google"
          standing={{ tone: "plain", words: "Part of online booking" }}
          action={
            setsBooking && (
              <LinkButton size="small" to="/online_booking/new_settings/google">
                Reserve with Google
              </LinkButton>
            )
          }
        >
          Let clients book from your profile on Google.
        </Row>
        <Row
          icon="payment"
          name="Card payments: Square"
          standing={standingOf(square?.available ?? false, square?.account)}
          action={
            setsPayments && (
              <LinkButton size="small" to={pathTo("/creditCard/:vendor/:panel", { vendor: "square", panel: "account" })}>
                Square account
              </LinkButton>
            )
          }
        >
          {square?.account?.connected
            ? `Connected to ${square.account.merchantName}.`
            : "A Square account that you have already can be connected."}
        </Row>
      </Box>
    </SettingsFrame>
  );
};

type RowProps = { icon: IconName; name: string; standing: Standing; action?: ReactNode; children: ReactNode };

const Row = ({ icon, name, standing, action, children }: RowProps) => (
  <Card component="li" sx={{ p: 2, display: "flex", gap: 1.5 }}>
    <Icon name={icon} sx={{ width: 20, height: 20, mt: 0.25, color: "text.secondary" }} />
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
        <Typography variant="subtitle1" sx={{ flex: 1, minWidth: 160 }}>
          {name}
        </Typography>
        <StatusChip tone={standing.tone}>{standing.words}</StatusChip>
      </Box>
      <Typography color="textSecondary">{children}</Typography>
      {action && <Box sx={{ display: "flex", gap: 1, mt: 1 }}>{action}</Box>}
    </Box>
  </Card>
);

export default Connections;
