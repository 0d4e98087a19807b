import { useQuery } from "@connectrpc/connect-query";
import { type PaymentSetting, PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";

const standingOf = ({ cardsMissing, cardsNeedAccount, cardAccount, testMode }: PaymentSetting) => {
  if (cardsMissing.length > 0) return { tone: "bad" as const, words: "Not set up" };
  if (cardsNeedAccount) return { tone: "bad" as const, words: "No account yet" };
  if (testMode && cardAccount) return { tone: "ok" as const, words: "Ready, in test mode" };
  return testMode ? { tone: "warn" as const, words: "Test mode" } : { tone: "ok" as const, words: "Ready" };
};

/** Whether new cards can be taken, and what is missing for it. The keys are the installation's, not the business's. */
export const TakeCards = () => {
  const canSet = useCan("paymentSettings");
  const setting = useQuery(PaymentSettingService.method.getPaymentSetting).data?.setting;
  if (!setting) return null;
  const { tone, words } = standingOf(setting);
  return (
    <Section title="Take cards">
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <StatusChip tone={tone}>{words}</StatusChip>
        <Typography sx={{ flex: 1, minWidth: 220 }}>
          {setting.cardsMissing.length > 0
            ? "Cards cannot be taken yet. Cash, checks and your own ways to pay work now. Ask whoever runs Leashline for you to set:"
            : setting.cardsNeedAccount
              ? "Cards can be taken as soon as your account with the card provider works."
              : setting.testMode && setting.cardAccount
                ? "This location's own card account is ready: test cards are charged on it, and no real money moves. For real cards, ask whoever runs Leashline for you to put in the live keys."
                : setting.testMode
                  ? "Try cards out with test cards: no real money moves. Cash, checks and your own ways to pay work now. For real cards, ask whoever runs Leashline for you to put in the live keys of your card account."
                  : `${setting.cardAccount ? "This location's own card account is ready, and cards are charged on it. " : ""}Cards are entered at the counter and by clients, in a form of the card provider.`}
        </Typography>
      </Box>
      {canSet && (
        <LinkButton to={pathTo("/creditCard/integration", {})} sx={{ mt: 1 }}>
          Card account
        </LinkButton>
      )}
      {setting.cardsMissing.length > 0 && (
        <Box component="ul" sx={{ mb: 0, pl: 2.5, overflowWrap: "anywhere" }}>
          {setting.cardsMissing.map((name) => (
            <li key={name}>
              <code>{name}</code>
            </li>
          ))}
        </Box>
      )}
    </Section>
  );
};
