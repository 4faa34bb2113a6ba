import type { Texts } from "./texts.ts";

export const en: Texts = {
  language: "en",
  direction: "ltr",
  line: {
    phases: {
      joining: {
        headline: "One moment",
        lead: "We are getting you a place in line.",
        tab: "Joining the line",
      },
      waiting: {
        headline: "You are in line",
        lead: "Keep this page open. It moves by itself, and it takes you in when it is your turn.",
        tab: "({ahead}) ahead",
      },
      next: {
        headline: "You are next",
        lead: "Stay on this page. Your turn comes in a moment.",
        tab: "You are next",
      },
      "your-turn": {
        headline: "It is your turn",
        lead: "The shop is ready for you.",
        tab: "▶ It is your turn",
      },
      front: {
        headline: "You are at the front",
        lead: "We are letting you in as soon as the shop has room. Stay on this page.",
        tab: "At the front",
      },
      entering: {
        headline: "Taking you in",
        lead: "The shop opens in a moment.",
        tab: "Going in",
      },
      missed: {
        headline: "You missed your turn",
        lead: "You can still go in, once. Press the button and stay on this page until the shop opens.",
        tab: "You missed your turn",
      },
      spent: {
        headline: "This place has lapsed",
        lead: "Its turn has passed, and so has the time to come back late. You can take a new place at the end of the line.",
        tab: "Place lapsed",
      },
      ended: {
        headline: "Your visit has ended",
        lead: "Your time in the shop is over. To go in again, take a new place in line.",
        tab: "Visit ended",
      },
      stopped: {
        headline: "The line is paused",
        lead: "Nobody is being let in at the moment. Your place is kept, and you lose no time of your turn.",
        leadWithoutPlace: "Nobody is being let in at the moment.",
        tab: "Line paused",
      },
      sealed: {
        headline: "The shop is closed for the moment",
        lead: "The organiser has closed it to everybody. Your place is kept.",
        leadWithoutPlace: "The organiser has closed it to everybody. This page looks again by itself.",
        tab: "Closed for the moment",
      },
      admitted: {
        headline: "You are in",
        lead: "The shop is open to you.",
        tab: "▶ You are in",
      },
      lost: {
        headline: "You are not in line",
        lead: "Your place was given up, or its cookie was removed from this browser. You can take a new place at the end of the line.",
        tab: "Not in line",
      },
      left: {
        headline: "You have left the line",
        lead: "Your place has been given up. You can take a new one at the end of the line.",
        tab: "Left the line",
      },
      full: {
        headline: "The line is full",
        lead: "Nobody can join at the moment. Keep this page open: it tries again by itself.",
        tab: "Line full",
      },
      "no-cookies": {
        headline: "This browser keeps no cookies",
        lead: "Your place in line is kept in a cookie. Allow cookies for this site, then try again.",
        tab: "Cookies needed",
      },
    },
    ahead: { one: "person ahead of you", other: "people ahead of you" },
    place: "Your place",
    wait: "Expected wait",
    waitUnknown: "not known yet",
    underAMinute: "under a minute",
    about: "about {duration}",
    upTo: "up to {duration}",
    pace: "Being let in",
    perMinute: { one: "{count} a minute", other: "{count} a minute" },
    updatedNow: "Updated just now",
    updated: "Updated {ago}",
    turnLeft: "{left} left",
    turnLeftUntil: "{left} left, until {time}",
    turnEnding: "Only seconds left",
    enter: "Go in now",
    enterAdmitted: "Go to the shop",
    newPlace: "Take a new place",
    reload: "Try again",
    messageLabel: "From the organiser",
    offline: "You seem to be offline. The page goes on by itself as soon as you are back.",
    unreachable: "We can't reach the waiting room at the moment and keep trying.",
    busy: "Too many requests come from your network. We try again in {duration}.",
    placeKept: "Your place is kept.",
    noPlaceYet: "You have no place yet.",
    leave: "Leave the line",
    leaveQuestion: "You would give up place {position} for good. A new place is at the end of the line.",
    leaveConfirm: "Give up my place",
    reference: "Reference {reference}",
  },
  notices: {
    left: {
      headline: "You have left the line",
      paragraphs: ["Your place has been given up. You can take a new one at the end of the line."],
      link: "Take a new place",
    },
    formNotSent: {
      headline: "The form was not sent",
      paragraphs: [
        "You have to wait before you can go on, so what you entered has not reached the shop.",
        "If you were paying, the payment may have gone through all the same. Check your mail or your bank before you pay again.",
      ],
      link: "Go to the start page",
    },
    formNotSentBack: "Back to the form",
    full: {
      headline: "The line is full",
      paragraphs: ["Nobody can join at the moment."],
      link: "Try again",
    },
    originUnreachable: {
      headline: "The shop is not answering",
      paragraphs: ["You have not lost your visit: it is kept, and you don't have to queue again while it lasts."],
      link: "Try again",
    },
    originUnreachableAfterForm:
      "If you were sending a form or paying, it may have gone through all the same. Check before you send it again.",
    errors: {
      "unknown-host": {
        headline: "Nothing is on sale here",
        paragraphs: ["This address leads to no shop. Check the address, or go back to where you came from."],
        link: "",
      },
      "ambiguous-path": {
        headline: "This address can't be read",
        paragraphs: ["It can mean more than one page. Go to the shop's start page and on from there."],
        link: "Go to the start page",
      },
      sealed: {
        headline: "The shop is closed for the moment",
        paragraphs: ["The organiser has closed it to everybody. If you have a place, it is kept."],
        link: "Look again",
      },
      "session-rate": {
        headline: "This is more than one person can look at",
        paragraphs: ["Very many pages were asked for in your name at once. You keep your place inside; please wait a moment."],
        link: "Go on",
      },
      busy: {
        headline: "The shop has more to do than it can",
        paragraphs: ["This page can wait a moment, so it does. You keep your place inside, and what you pay goes first."],
        link: "Try now",
      },
      "room-unavailable": {
        headline: "The waiting room is not ready",
        paragraphs: ["This does not depend on you. If you have a place, it is kept."],
        link: "Try again",
      },
      other: {
        headline: "This did not work",
        paragraphs: ["It does not depend on you. If you have a place in line, it is kept. Please try again in a moment."],
        link: "Try again",
      },
    },
    errorAfterForm:
      "What you entered has not reached the shop. If you were paying, the payment may have gone through all the same. Check your mail or your bank before you pay again.",
    triesAgain: "This page tries again by itself.",
    code: "Code {code}",
  },
};
