import { useParams } from "react-router";
import NotInThisVersion from "../../app/routes/NotInThisVersion.tsx";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { AccountPanel } from "./provider-accounts/AccountPanel.tsx";

/** /creditCard/integration and /creditCard/{vendor}/{panel}: the account with the card provider. */
const CardProvider = () => {
  const { vendor = "stripe", panel = "account" } = useParams();
  if (vendor !== "stripe" || panel !== "account") return <NotInThisVersion />;
  return (
    <PageFrame title="Card account" maxWidth={760}>
      <AccountPanel />
    </PageFrame>
  );
};

export default CardProvider;
