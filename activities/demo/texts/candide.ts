import type { Text } from './chapter.ts'

export const candide: Text = {
  title: 'Candide, ou l’Optimisme',
  author: 'Voltaire',
  language: 'fr',
  source: 'Voltaire, Candide, ou l’Optimisme, Genève 1759, passages des chapitres 1 à 6',
  chapters: [
    {
      heading: 'Comment Candide fut élevé dans un beau château',
      paragraphs: [
        'Il y avait en Vestphalie, dans le château de monsieur le baron de Thunder-ten-tronckh, un jeune garçon à qui la nature avait donné les mœurs les plus douces. Sa physionomie annonçait son âme.',
        'Il avait le jugement assez droit, avec l’esprit le plus simple; c’est, je crois, pour cette raison qu’on le nommait Candide. Les anciens domestiques de la maison soupçonnaient qu’il était fils de la sœur de monsieur le baron et d’un bon et honnête gentilhomme du voisinage.',
        'Monsieur le baron était un des plus puissants seigneurs de la Vestphalie, car son château avait une porte et des fenêtres. Sa grande salle même était ornée d’une tapisserie.',
        'Tous les chiens de ses basses-cours composaient une meute dans le besoin; ses palefreniers étaient ses piqueurs; le vicaire du village était son grand aumônier. Ils l’appelaient tous monseigneur, et ils riaient quand il faisait des contes.',
        'Madame la baronne, qui pesait environ trois cent cinquante livres, s’attirait par là une très grande considération, et faisait les honneurs de la maison avec une dignité qui la rendait encore plus respectable.',
        'Sa fille Cunégonde, âgée de dix-sept ans, était haute en couleur, fraîche, grasse, appétissante. Le fils du baron paraissait en tout digne de son père. Le précepteur Pangloss était l’oracle de la maison, et le petit Candide écoutait ses leçons avec toute la bonne foi de son âge et de son caractère.',
        'Pangloss enseignait la métaphysico-théologo-cosmolonigologie. Il prouvait admirablement qu’il n’y a point d’effet sans cause, et que, dans ce meilleur des mondes possibles, le château de monseigneur le baron était le plus beau des châteaux et madame la meilleure des baronnes possibles.',
        'Il est démontré, disait-il, que les choses ne peuvent être autrement: car, tout étant fait pour une fin, tout est nécessairement pour la meilleure fin. Remarquez bien que les nez ont été faits pour porter des lunettes, aussi avons-nous des lunettes.',
        'Les pierres ont été formées pour être taillées, et pour en faire des châteaux; aussi monseigneur a un très beau château; le plus grand baron de la province doit être le mieux logé.',
      ],
    },
    {
      heading: 'Ce que devint Candide parmi les Bulgares',
      paragraphs: [
        'Candide, chassé du paradis terrestre, marcha longtemps sans savoir où, pleurant, levant les yeux au ciel, les tournant souvent vers le plus beau des châteaux qui renfermait la plus belle des baronnettes; il se coucha sans souper au milieu des champs entre deux sillons; la neige tombait à gros flocons.',
        'Candide, tout transi, se traîna le lendemain vers la ville voisine, n’ayant point d’argent, mourant de faim et de lassitude. Il s’arrêta tristement à la porte d’un cabaret. Deux hommes habillés de bleu le remarquèrent.',
        'Camarade, dit l’un, voilà un jeune homme très bien fait, et qui a la taille requise. Ils s’avancèrent vers Candide et le prièrent à dîner très civilement.',
        'Messieurs, leur dit Candide avec une modestie charmante, vous me faites beaucoup d’honneur, mais je n’ai pas de quoi payer mon écot. Ah! monsieur, lui dit un des bleus, les personnes de votre figure et de votre mérite ne payent jamais rien.',
        'N’aimez-vous pas tendrement? Oh! oui, répondit-il, j’aime tendrement mademoiselle Cunégonde. Non, dit l’un de ces messieurs, nous vous demandons si vous n’aimez pas tendrement le roi des Bulgares.',
        'C’en est assez, lui dit-on, vous voilà l’appui, le soutien, le défenseur, le héros des Bulgares; votre fortune est faite, et votre gloire est assurée. On lui met sur-le-champ les fers aux pieds, et on le mène au régiment.',
        'Candide, tout stupéfait, ne démêlait pas encore trop bien comment il était un héros. Il s’avisa un beau jour de printemps de s’aller promener, marchant tout droit devant lui, croyant que c’était un privilège de l’espèce humaine, comme de l’espèce animale, de se servir de ses jambes à son plaisir.',
      ],
    },
    {
      heading: 'Comment Candide se sauva d’entre les Bulgares',
      paragraphs: [
        'Rien n’était si beau, si leste, si brillant, si bien ordonné que les deux armées. Les trompettes, les fifres, les hautbois, les tambours, les canons, formaient une harmonie telle qu’il n’y en eut jamais en enfer.',
        'Les canons renversèrent d’abord à peu près six mille hommes de chaque côté; ensuite la mousqueterie ôta du meilleur des mondes environ neuf à dix mille coquins qui en infectaient la surface.',
        'La baïonnette fut aussi la raison suffisante de la mort de quelques milliers d’hommes. Le tout pouvait bien se monter à une trentaine de mille âmes. Candide, qui tremblait comme un philosophe, se cacha du mieux qu’il put pendant cette boucherie héroïque.',
        'Enfin, tandis que les deux rois faisaient chanter des Te Deum, chacun dans son camp, il prit le parti d’aller raisonner ailleurs des effets et des causes. Il gagna d’abord un village voisin; il était en cendres.',
        'Candide s’enfuit au plus vite dans un autre village: il appartenait à des Bulgares, et les héros abares l’avaient traité de même.',
        'Ses provisions lui manquèrent quand il fut en Hollande; mais ayant entendu dire que tout le monde était riche dans ce pays-là, et qu’on y était chrétien, il ne douta pas qu’on ne le traitât aussi bien qu’il l’avait été dans le château de monsieur le baron.',
      ],
    },
    {
      heading: 'Comment Candide rencontra son ancien maître',
      paragraphs: [
        'Candide, plus ému encore de compassion que d’horreur, donna à cet épouvantable gueux les deux florins qu’il avait reçus de son honnête anabaptiste Jacques. Le fantôme le regarda fixement, versa des larmes, et sauta à son cou.',
        'Candide effrayé recule. Hélas! dit le misérable à l’autre misérable, ne reconnaissez-vous plus votre cher Pangloss? Qu’entends-je? Vous, mon cher maître! vous, dans cet état horrible! Quel malheur vous est-il donc arrivé?',
        'Je n’en peux plus, dit Pangloss. Aussitôt Candide le mena dans l’étable de l’anabaptiste, où il lui fit manger un peu de pain; et quand Pangloss fut refait: Eh bien! lui dit-il, Cunégonde? Elle est morte, reprit l’autre.',
        'Candide s’évanouit à ce mot: son ami rappela ses sens avec un peu de mauvais vinaigre qui se trouva par hasard dans l’étable.',
        'Tout cela était indispensable, répliquait le docteur borgne, et les malheurs particuliers font le bien général; de sorte que plus il y a de malheurs particuliers, et plus tout est bien.',
        'Tandis qu’il raisonnait, l’air s’obscurcit, les vents soufflèrent des quatre coins du monde, et le vaisseau fut assailli de la plus horrible tempête, à la vue du port de Lisbonne.',
      ],
    },
    {
      heading: 'Tempête, naufrage, tremblement de terre',
      paragraphs: [
        'La moitié des passagers affaiblis, expirants de ces angoisses inconcevables que le roulis d’un vaisseau porte dans les nerfs et dans toutes les humeurs du corps agitées en sens contraires, n’avait pas même la force de s’inquiéter du danger. L’autre moitié jetait des cris et faisait des prières.',
        'Les voiles étaient déchirées, les mâts brisés, le vaisseau entrouvert. Travaillait qui pouvait, personne ne s’entendait, personne ne commandait.',
        'À peine ont-ils mis le pied dans la ville, en pleurant la mort de leur bienfaiteur, qu’ils sentent la terre trembler sous leurs pas; la mer s’élève en bouillonnant dans le port, et brise les vaisseaux qui sont à l’ancre.',
        'Des tourbillons de flammes et de cendres couvrent les rues et les places publiques; les maisons s’écroulent, les toits sont renversés sur les fondements, et les fondements se dispersent; trente mille habitants de tout âge et de tout sexe sont écrasés sous des ruines.',
        'Quelle peut être la raison suffisante de ce phénomène? disait Pangloss. Voici le dernier jour du monde! s’écriait Candide.',
      ],
    },
    {
      heading: 'Comment on fit un bel auto-da-fé',
      paragraphs: [
        'Après le tremblement de terre qui avait détruit les trois quarts de Lisbonne, les sages du pays n’avaient pas trouvé un moyen plus efficace pour prévenir une ruine totale que de donner au peuple un bel auto-da-fé.',
        'Il était décidé par l’université de Coïmbre que le spectacle de quelques personnes brûlées à petit feu, en grande cérémonie, est un secret infaillible pour empêcher la terre de trembler.',
        'Candide, épouvanté, interdit, éperdu, tout sanglant, tout palpitant, se disait à lui-même: Si c’est ici le meilleur des mondes possibles, que sont donc les autres?',
        'Il s’en retournait, se soutenant à peine, prêché, fessé, absous et béni, lorsqu’une vieille l’aborda, et lui dit: Mon fils, prenez courage, suivez-moi.',
      ],
    },
  ],
}
