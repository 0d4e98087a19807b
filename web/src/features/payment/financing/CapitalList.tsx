import Box from "@mui/material/Box";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { groups } from "./financing-words.ts";
import { OfferList } from "./OfferList.tsx";
import { useFinancing } from "./useFinancing.ts";

/** /finance/capital/list: the offers of a location, by their groups. */
const CapitalList = () => {
  const { unanswered } = useFinancing();
  return (
    <PageFrame title="Financing offers" back="/finance/capital" maxWidth={900}>
      <Box sx={{ display: "grid", gap: 2 }}>
        {unanswered && <ErrorState compact error={unanswered} what="This is the last we heard from the card provider" />}
        {groups.map((one) => (
          <OfferList key={one.group} {...one} />
        ))}
      </Box>
    </PageFrame>
  );
};

export default CapitalList;
