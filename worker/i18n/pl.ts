import type { Texts } from "./texts.ts";

export const pl: Texts = {
  language: "pl",
  direction: "ltr",
  line: {
    phases: {
      countdown: {
        headline: "Jeszcze zamknięte",
        lead: "Zostaw tę stronę otwartą. Sama przejdzie dalej.",
      },
      joining: {
        headline: "Chwileczkę",
        lead: "Przydzielamy ci miejsce w kolejce.",
      },
      "in-draw": {
        headline: "Bierzesz udział w losowaniu",
        lead: "Nie musisz robić nic więcej. Zostaw tę stronę otwartą: pokaże twoje miejsce w kolejce, gdy tylko zostanie wylosowane.",
      },
      drawn: {
        headline: "Twoje miejsce w kolejce zostało wylosowane",
        lead: "Zostaw tę stronę otwartą. Po rozpoczęciu sprzedaży wpuści cię, gdy przyjdzie twoja kolej.",
      },
      waiting: {
        headline: "Jesteś w kolejce",
        lead: "Zostaw tę stronę otwartą. Odświeża się sama i wpuści cię, gdy przyjdzie twoja kolej.",
      },
      near: {
        headline: "Już prawie twoja kolej",
        lead: "Zostań na tej stronie. Twoja kolej przyjdzie najdalej za kilka minut.",
      },
      next: {
        headline: "Następna kolej jest twoja",
        lead: "Zostań na tej stronie. Twoja kolej przyjdzie za chwilę.",
      },
      "too-late": {
        headline: "Prawdopodobnie za późno",
        lead: "Prawdopodobnie nie wystarczy biletów dla wszystkich osób przed tobą. Możesz zostać: jeśli wrócą jakieś bilety, kolejka ruszy dalej w tym samym porządku.",
      },
      "your-turn": {
        headline: "Twoja kolej",
        lead: "Sklep z biletami czeka na ciebie.",
      },
      front: {
        headline: "Jesteś na początku kolejki",
        lead: "Wpuścimy cię, gdy tylko sklep będzie mógł cię przyjąć. Zostań na tej stronie.",
      },
      late: {
        headline: "Udało ci się wrócić na czas",
        lead: "Wpuścimy cię, gdy tylko sklep będzie mógł cię przyjąć. Zostań na tej stronie: to ostatnia szansa dla tego miejsca w kolejce.",
      },
      entering: {
        headline: "Wpuszczamy cię",
        lead: "Sklep otworzy się za chwilę.",
      },
      missed: {
        headline: "Twoja kolej minęła",
        lead: "Możesz jeszcze wejść, tylko raz. Naciśnij przycisk i zostań na tej stronie, aż otworzy się sklep.",
      },
      spent: {
        headline: "To miejsce w kolejce wygasło",
        lead: "Jego kolej minęła, a czas na spóźnione wejście też już się skończył. Możesz zająć nowe miejsce na końcu kolejki.",
      },
      ended: {
        headline: "Twoja wizyta się skończyła",
        lead: "Twój czas w sklepie minął. Aby wejść ponownie, zajmij nowe miejsce w kolejce.",
      },
      stopped: {
        headline: "Kolejka jest wstrzymana",
        lead: "W tej chwili nikogo nie wpuszczamy. W tym czasie niczyja kolej nie przepada.",
      },
      sealed: {
        headline: "Sklep jest chwilowo zamknięty",
        lead: "Organizator zamknął go dla wszystkich.",
      },
      "sold-out": {
        headline: "Wyprzedane",
        lead: "Wszystko zostało sprzedane. Jeśli wrócą jakieś bilety, kolejka ruszy dalej w tym samym porządku.",
      },
      closed: {
        headline: "Sprzedaż zakończona",
        lead: "Nikogo już nie wpuszczamy. Możesz zamknąć tę stronę.",
      },
      admitted: {
        headline: "Możesz wejść",
        lead: "Sklep jest dla ciebie otwarty.",
      },
      shared: {
        headline: "Twoja wizyta została otwarta gdzie indziej",
        lead: "Jest przeznaczona dla jednej osoby. Jeśli przejdziesz dalej tutaj, tam się skończy.",
      },
      lost: {
        headline: "Nie jesteś w kolejce",
        lead: "Twoje miejsce zostało zwolnione albo jego plik cookie usunięto z tej przeglądarki. Możesz zająć nowe miejsce na końcu kolejki.",
      },
      left: {
        headline: "Nie stoisz już w kolejce",
        lead: "Twoje miejsce zostało zwolnione. Możesz zająć nowe na końcu kolejki.",
      },
      full: {
        headline: "Kolejka jest pełna",
        lead: "W tej chwili nikt nie może do niej dołączyć.",
      },
      "no-cookies": {
        headline: "Ta przeglądarka nie zapisuje plików cookie",
        lead: "Twoje miejsce w kolejce jest zapisane w pliku cookie. Zezwól tej stronie na pliki cookie i spróbuj ponownie.",
      },
      challenge: {
        headline: "Krótkie sprawdzenie",
        lead: "Zanim dostaniesz miejsce w kolejce, twoja przeglądarka rozwiązuje małe zadanie. Trwa to kilka sekund i nie musisz nic robić.",
      },
      invite: {
        headline: "Potrzebne jest zaproszenie",
        lead: "Otwórz link z zaproszenia albo wpisz tutaj jego kod.",
      },
      "wrong-identity": {
        headline: "To miejsce należy do kogoś innego",
        lead: "Zajęto je z innego konta lub na podstawie innego zaproszenia. Użyj tego konta lub zaproszenia albo zajmij nowe miejsce w kolejce.",
      },
    },
    ahead: {
      one: "osoba przed tobą",
      few: "osoby przed tobą",
      many: "osób przed tobą",
      other: "osoby przed tobą",
    },
    tabAhead: "({ahead}) przed tobą",
    place: "Twoje miejsce w kolejce",
    drawNumber: "Twój numer w losowaniu",
    opens: "Początek sprzedaży",
    untilJoin: "do otwarcia poczekalni",
    untilDraw: "do losowania",
    untilOpen: "do rozpoczęcia sprzedaży",
    drawFair: "Miejsca w kolejce są losowane, więc wcześniejsze przyjście nic nie zmienia.",
    drawWaits: "Losowanie czeka na publiczną liczbę losową, której nikt nie mógł znać wcześniej. Pojawi się za chwilę.",
    checkDraw: "Sprawdź losowanie",
    wait: "Przewidywany czas oczekiwania",
    waitUnknown: "jeszcze nie wiadomo",
    underAMinute: "poniżej minuty",
    about: "mniej więcej {duration}",
    upTo: "najwyżej {duration}",
    pace: "Tempo wpuszczania",
    perMinute: {
      one: "{count} osoba na minutę",
      few: "{count} osoby na minutę",
      many: "{count} osób na minutę",
      other: "{count} osoby na minutę",
    },
    updatedNow: "Zaktualizowano przed chwilą",
    updated: "Zaktualizowano {ago}",
    turnLeft: "Pozostało {left}",
    turnLeftUntil: "Pozostało {left} (do godz. {time})",
    turnEnding: "Pozostało tylko kilka sekund",
    enter: "Wejdź teraz",
    enterAdmitted: "Przejdź do sklepu",
    newPlace: "Zajmij nowe miejsce",
    takeOver: "Przejdź dalej tutaj",
    reload: "Spróbuj ponownie",
    inviteCode: "Kod zaproszenia",
    inviteUse: "Użyj kodu",
    inviteRefused: "Tego kodu nie można użyć: jest błędny, wygasł lub został już użyty.",
    alertSound: "Odtwórz dźwięk, gdy przyjdzie moja kolej",
    alertNotify: "Powiadom mnie, gdy przyjdzie moja kolej",
    messageLabel: "Od organizatora",
    offline: "Wygląda na to, że nie masz połączenia z internetem. Strona ruszy dalej sama, gdy tylko połączenie wróci.",
    unreachable: "Nie możemy teraz połączyć się z poczekalnią i wciąż próbujemy.",
    busy: "Z twojej sieci przychodzi zbyt wiele zapytań.",
    sharedUntil: "Twoja wizyta została otwarta ze zbyt wielu sieci. Tutaj możesz przejść dalej za {duration}.",
    retryIn: "Za {duration} spróbujemy ponownie.",
    triesAgain: "Ta strona sama spróbuje ponownie.",
    placeKept: "Twoje miejsce w kolejce jest zachowane.",
    noPlaceYet: "Nie masz jeszcze miejsca w kolejce.",
    leave: "Opuść kolejkę",
    leaveQuestion: "Bezpowrotnie zwolnisz miejsce {position}. Nowe miejsce będzie na końcu kolejki.",
    leaveConfirm: "Zwolnij moje miejsce",
    reference: "Numer referencyjny {reference}",
  },
  notices: {
    formNotSent: {
      headline: "Formularz nie został wysłany",
      lead: "Musisz poczekać, zanim przejdziesz dalej.",
    },
    notSent: "Wpisane dane nie dotarły do sklepu.",
    paymentWarning: "Jeśli trwała płatność, mogła mimo to zostać zrealizowana. Zanim zapłacisz ponownie, sprawdź pocztę lub konto w banku.",
    originUnreachable: {
      headline: "Sklep nie odpowiada",
      lead: "Twoja wizyta nie przepadła: jest zachowana i dopóki trwa, nie musisz znowu stać w kolejce.",
    },
    maybeSent: "Jeśli trwało wysyłanie formularza lub płatność, operacja mogła mimo to się udać. Sprawdź to, zanim ją powtórzysz.",
    errors: {
      "unknown-host": {
        headline: "Tutaj nic nie jest w sprzedaży",
        lead: "Ten adres nie prowadzi do żadnego sklepu. Sprawdź adres albo wróć na poprzednią stronę.",
      },
      "ambiguous-path": {
        headline: "Ten adres jest niejednoznaczny",
        lead: "Może oznaczać więcej niż jedną stronę. Przejdź na stronę główną sklepu i stamtąd dalej.",
      },
      "session-rate": {
        headline: "To więcej, niż jedna osoba zdoła obejrzeć",
        lead: "W twoim imieniu próbowano otworzyć naraz bardzo wiele stron. Zachowujesz dostęp do sklepu; poczekaj chwilę.",
      },
      "session-shared": {
        headline: "Twoja wizyta jest otwarta w kilku miejscach",
        lead: "Jest przeznaczona dla jednej osoby, a w ciągu kilku minut użyto jej z kilku sieci. Kontynuuj tylko w jednej przeglądarce i poczekaj kilka minut.",
      },
      shed: {
        headline: "Sklep jest przeciążony",
        lead: "Ta strona może chwilę poczekać, więc została odłożona. Zachowujesz dostęp do sklepu, a płatności mają pierwszeństwo.",
      },
      "room-unavailable": {
        headline: "Poczekalnia nie jest gotowa",
        lead: "To nie zależy od ciebie. Jeśli masz miejsce w kolejce, jest ono zachowane.",
      },
      other: {
        headline: "Coś się nie udało",
        lead: "To nie zależy od ciebie. Jeśli masz miejsce w kolejce, jest ono zachowane. Spróbuj ponownie za chwilę.",
      },
    },
    startPage: "Przejdź na stronę główną",
    backToForm: "Wróć do formularza",
    code: "Kod {code}",
  },
};
